"""Draws the tables of Kingmaker anew that cover any two options, in tests/compliance/covering.txt.

Run `python -m tests.tools.make_covering` when an option is new or goes with other ones.
"""

from __future__ import annotations

from tests.compliance.tables import KEPT, tables

if __name__ == "__main__":
    found = tables().covering("pairs")
    KEPT.write_text("".join(f"{table}\n" for table in found))
    print(f"{len(found)} tables")
