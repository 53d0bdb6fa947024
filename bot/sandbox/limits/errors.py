"""Refusals: of the bot's requests (as Discord words them) and of a player's actions."""

from __future__ import annotations

from typing import Any

#: What Discord says with each of the codes that this server uses: code -> (HTTP status, message).
KNOWN: dict[int, tuple[int, str]] = {
    0: (404, "404: Not Found"),
    10003: (404, "Unknown Channel"),
    10004: (404, "Unknown Guild"),
    10007: (404, "Unknown Member"),
    10008: (404, "Unknown Message"),
    10009: (404, "Unknown Permission Overwrite"),
    10013: (404, "Unknown User"),
    10015: (404, "Unknown Webhook"),
    10062: (404, "Unknown interaction"),
    30008: (400, "Maximum number of emojis reached (2000)"),
    30034: (400, "Max number of daily application command creates has been reached (200)"),
    40005: (413, "Request entity too large"),
    40060: (400, "Interaction has already been acknowledged."),
    50001: (403, "Missing Access"),
    50005: (403, "Cannot edit a message authored by another user"),
    50006: (400, "Cannot send an empty message"),
    50007: (403, "Cannot send messages to this user"),
    50013: (403, "Missing Permissions"),
    50021: (403, "Cannot execute action on a system message"),
    50024: (400, "Cannot execute action on this channel type"),
    50027: (401, "Invalid Webhook Token"),
    50035: (400, "Invalid Form Body"),
    50083: (400, "Thread is archived"),
    50109: (400, "The request body contains invalid JSON."),
    50278: (403, "Cannot send messages to this user due to having no mutual guilds"),
    160005: (403, "Thread is locked"),
}


#: What Discord says about the faults of a form that always go by the same words.
SAID = {
    "APPLICATION_COMMANDS_DUPLICATE_NAME": "Application command names must be unique",
    "APPLICATION_COMMAND_DESCRIPTION_NOT_ALLOWED": "Context menu commands cannot have description",
    "APPLICATION_COMMAND_INVALID_NAME": "Command name is invalid",
    "APPLICATION_COMMAND_OPTIONS_AUTOCOMPLETE_TYPE": "Only strings and numbers can be completed",
    "APPLICATION_COMMAND_OPTIONS_CHOICES_AUTOCOMPLETE": (
        "Autocomplete and choices exclude each other"
    ),
    "APPLICATION_COMMAND_OPTIONS_CHOICES_TYPE": "Only texts and numbers have choices",
    "APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_ALREADY_EXISTS": "Choice names must be unique",
    "APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS": "Option names must be unique",
    "APPLICATION_COMMAND_OPTIONS_NOT_ALLOWED": "Context menu commands cannot have options",
    "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID": (
        "Required options must be placed before non-required options"
    ),
    "ATTACHMENT_NOT_FOUND": "Attachment data not found",
    "BASE_TYPE_REQUIRED": "This field is required",
    "BINARY_TYPE_MAX_SIZE": "File cannot be larger than 256.0 kb.",
    "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE": (
        "A custom id and url cannot both be specified"
    ),
    "BUTTON_COMPONENT_INVALID_EMOJI": "Invalid emoji",
    "BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED": "A button must have a label or an emoji",
    "COMPONENT_CUSTOM_ID_DUPLICATED": "Component custom id cannot be duplicated",
    "COMPONENT_ID_DUPLICATED": "Component id cannot be duplicated",
    "COMPONENT_LAYOUT_WIDTH_EXCEEDED": "A select takes the whole width of its row.",
    "IMAGE_INVALID": "Invalid image data",
    "LIST_TYPE_CONVERT": "Only iterables may be used in a ListType",
    "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2": (
        "The 'content' field cannot be used when using MessageFlags.IS_COMPONENTS_V2"
    ),
    "MESSAGE_FLAGS_COMPONENTS_V2_CANNOT_BE_REMOVED": (
        "The IS_COMPONENTS_V2 flag cannot be removed once it is set"
    ),
    "MODAL_COMPONENT_DISABLED": "A select in a modal cannot be disabled",
    "MODEL_TYPE_CONVERT": "Only dictionaries may be used",
    "NONCE_TYPE_TOO_LONG": "Must be 25 or fewer in length.",
    "SELECT_COMPONENT_MIN_VALUES_TOO_LARGE": "min_values must not be greater than max_values",
    "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED": "The specified option value is already used",
    "SELECT_COMPONENT_REQUIRED_ZERO_MIN_VALUES": (
        "Select menus marked as required cannot have a min_values of 0"
    ),
    "SELECT_COMPONENT_TOO_FEW_OPTIONS": (
        "min_values and max_values must not exceed the number of options"
    ),
    "SELECT_COMPONENT_TOO_MANY_DEFAULTS": "More defaults than may be chosen",
    "STRING_TYPE_CONVERT": "Could not interpret value as string.",
    "USER_INVALID": "Invalid recipient",
}


class ApiError(Exception):
    """A REST request is refused with Discord's own code; this error becomes the JSON body of the
    answer."""

    def __init__(
        self,
        code: int,
        *,
        status: int | None = None,
        message: str | None = None,
        errors: dict[str, Any] | None = None,
    ) -> None:
        known_status, known_message = KNOWN[code]
        self.code = code
        self.status = status or known_status
        self.message = message or known_message
        self.errors = errors
        super().__init__(f"{self.status} ({code}): {self.message}")

    @classmethod
    def at(cls, path: tuple[str | int, ...], code: str, message: str = "") -> ApiError:
        """The refusal of a form (50035) with one fault, at ``path``."""
        errors = FormErrors()
        errors.add(path, code, message)
        return cls(50035, errors=errors.tree)

    def body(self) -> dict[str, Any]:
        """The JSON body of the answer."""
        body: dict[str, Any] = {"message": self.message, "code": self.code}
        if self.errors:
            body["errors"] = self.errors
        return body


class Refused(Exception):
    """A player's action that is refused; the text is shown on the page."""


class FormErrors:
    """Collects everything that is wrong with a request body, each fault at its path.

    ``add(("components", 0, "custom_id"), "BASE_TYPE_BAD_LENGTH", "...")``; then ``check()`` raises
    one 50035 that lists all of them in Discord's nested form.
    """

    def __init__(self) -> None:
        self.tree: dict[str, Any] = {}

    def __bool__(self) -> bool:
        return bool(self.tree)

    def add(self, path: tuple[str | int, ...], code: str, message: str = "") -> None:
        """Note one fault at ``path``, in Discord's usual words for the code or with a message."""
        node = self.tree
        for part in path:
            node = node.setdefault(str(part), {})
        node.setdefault("_errors", []).append({"code": code, "message": message or SAID[code]})

    def length(
        self,
        path: tuple[str | int, ...],
        value: Any,
        low: int,
        high: int,
        *,
        required: bool = True,
    ) -> bool:
        """``value`` must be a string of ``low`` to ``high`` characters. Returns whether it is one
        (or is absent, if that is allowed).
        """
        if value is None:
            if required:
                self.add(path, "BASE_TYPE_REQUIRED")
            return not required
        if not isinstance(value, str):
            self.add(path, "STRING_TYPE_CONVERT")
            return False
        if not low <= len(value) <= high:
            if (low and len(value) > high) or len(value) < low:
                said = f"Must be between {low} and {high} in length."
                self.add(path, "BASE_TYPE_BAD_LENGTH", said)
            else:
                said = f"Must be {high} or fewer in length."
                self.add(path, "BASE_TYPE_MAX_LENGTH", said)
            return False
        return True

    def number(
        self,
        path: tuple[str | int, ...],
        value: Any,
        low: float,
        high: float,
        *,
        required: bool = False,
    ) -> bool:
        """``value`` must be a number from ``low`` to ``high``. Returns whether it is one (or is
        absent, if that is allowed).
        """
        if value is None:
            if required:
                self.add(path, "BASE_TYPE_REQUIRED")
            return not required
        if isinstance(value, bool) or not isinstance(value, int | float):
            self.add(path, "NUMBER_TYPE_COERCE", f'Value "{value}" is not a number.')
            return False
        if not low <= value <= high:
            self.add(path, "NUMBER_TYPE_RANGE", f"Value must be between {low} and {high}.")
            return False
        return True

    def distinct(self, path: tuple[str | int, ...], values: list[Any]) -> None:
        """No value may occur in the list twice; a number and its text count as the same."""
        if len({str(each) for each in values}) < len(values):
            said = "The set already contains this value"
            self.add(path, "SET_TYPE_ALREADY_CONTAINS_VALUE", said)

    def check(self) -> None:
        """Raise ``ApiError`` 50035 if anything was noted."""
        if self.tree:
            raise ApiError(50035, errors=self.tree)
