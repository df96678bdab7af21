"""Checks of the suite itself: its fixtures, their names and layout, requirements, schemas and releases."""

from agentcard_conformance.authoring.lint import (
    examples,
    fixtures,
    house_form,
    names,
    released,
    repetition,
    requirements,
    schemas,
)
from agentcard_conformance.authoring.lint.subject import Check, Problem, Subject

FIXTURE_CHECKS: tuple[Check, ...] = (
    fixtures.check_invalid_fixtures,
    fixtures.check_valid_fixtures,
    fixtures.check_advised_fixtures,
    fixtures.check_sides,
    fixtures.check_contested_fixtures,
    fixtures.check_same_bytes,
    names.check_words,
    names.check_numbered_names,
    house_form.check_layout,
    house_form.check_sizes,
    repetition.check_same_point,
)
"""Those that can find something wrong with a single new fixture."""

CHECKS: tuple[Check, ...] = (
    requirements.check_sides_have_fixtures,
    requirements.check_repeated_ids,
    requirements.check_rows,
    requirements.check_profiles,
    requirements.check_rules,
    requirements.check_rule_declarations,
    requirements.check_notation,
    schemas.check_own_files,
    schemas.check_schemas,
    schemas.check_definition_names,
    schemas.check_unused_definitions,
    schemas.check_enforcement,
    *FIXTURE_CHECKS,
    examples.check_example,
    released.check_removed_fixtures,
)

QUICK_CHECKS: tuple[Check, ...] = tuple(
    check
    for check in CHECKS
    if check
    not in {
        fixtures.check_invalid_fixtures,
        fixtures.check_valid_fixtures,
        fixtures.check_advised_fixtures,
        fixtures.check_contested_fixtures,
        repetition.check_same_point,
    }
)
"""Those that do not ask the reference about every card: 0.2 s of the 3.0 s."""

__all__ = ["CHECKS", "FIXTURE_CHECKS", "QUICK_CHECKS", "Check", "Problem", "Subject"]
