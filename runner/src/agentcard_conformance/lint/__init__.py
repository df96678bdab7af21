"""What is amiss with the suite itself?"""

from agentcard_conformance.lint import example, fixtures, form, names, released, requirements, schemas, twins
from agentcard_conformance.lint.subject import Check, Problem, Subject

OF_A_FIXTURE: tuple[Check, ...] = (*fixtures.CHECKS, *names.CHECKS, *form.CHECKS, *twins.CHECKS)
"""Those that have something to say of a single new fixture."""
CHECKS: tuple[Check, ...] = (*requirements.CHECKS, *schemas.CHECKS, *OF_A_FIXTURE, *example.CHECKS, *released.CHECKS)

__all__ = ["CHECKS", "OF_A_FIXTURE", "Check", "Problem", "Subject"]
