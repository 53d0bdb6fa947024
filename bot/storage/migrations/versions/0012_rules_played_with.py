"""With which version of the program a game was last played, for the rules that it follows."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("game", sa.Column("played_with", sa.String(), nullable=True))


def downgrade() -> None:
    op.drop_column("game", "played_with")
