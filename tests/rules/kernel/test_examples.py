"""The examples in the docstrings of the kernel say what it does."""

import doctest
import importlib
import pkgutil

from bot.rules import kernel


def test_the_examples_of_the_kernel_hold() -> None:
    tried = 0
    for found in pkgutil.iter_modules(kernel.__path__, f"{kernel.__name__}."):
        failed, attempted = doctest.testmod(importlib.import_module(found.name))
        assert not failed, found.name
        tried += attempted
    assert tried
