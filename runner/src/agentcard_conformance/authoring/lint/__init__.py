"""Checks of the suite itself: its fixtures, their names and layout, requirements, schemas and releases."""

from collections.abc import Sequence

from agentcard_conformance.authoring.lint import (
    contexts,
    examples,
    fixtures,
    house_form,
    names,
    projections,
    recipes,
    released,
    repetition,
    requirements,
    rules,
    rulings,
    same_fault,
    schemas,
    sections,
    smoke_profile,
)
from agentcard_conformance.authoring.lint.subject import Check, Problem, Subject

FIXTURE_CHECKS: tuple[Check, ...] = (
    house_form.check_largest,
    fixtures.check_skipped_fixtures,
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
    projections.check_projecting_requirements,
    repetition.check_same_point,
    same_fault.check_same_fault,
)
"""Those that can find something wrong with a single new fixture."""

CARD_CHECKS: tuple[Check, ...] = (*FIXTURE_CHECKS, rulings.check_contested_questions)
"""Those that can find something wrong with a fixture that is there."""

_FIRST_CHECKS: tuple[Check, ...] = (
    schemas.check_schemas,
    contexts.check_context_schema,
    contexts.check_context_files,
    contexts.check_default_context,
    requirements.check_notation,
    rules.check_rules,
)
"""Where these find something, fixtures cannot be read, or the reference cannot judge them."""

CHECKS: tuple[Check, ...] = (
    *_FIRST_CHECKS,
    contexts.check_superfluous_contexts,
    requirements.check_sides_have_fixtures,
    requirements.check_repeated_ids,
    requirements.check_rows,
    requirements.check_profiles,
    rules.check_rule_declarations,
    rules.check_rule_values,
    schemas.check_own_files,
    schemas.check_definition_names,
    schemas.check_unused_definitions,
    schemas.check_enforcement,
    *FIXTURE_CHECKS,
    projections.check_projections,
    projections.check_projection_layout,
    projections.check_lone_projections,
    recipes.check_recipe_files,
    recipes.check_minted_cards,
    examples.check_example,
    examples.check_looks_like,
    rulings.check_contested_questions,
    sections.check_sections,
    smoke_profile.check_smoke,
    released.check_removed_fixtures,
)

QUICK_CHECKS: tuple[Check, ...] = tuple(
    check
    for check in CHECKS
    if check
    not in {
        fixtures.check_skipped_fixtures,
        fixtures.check_invalid_fixtures,
        fixtures.check_valid_fixtures,
        fixtures.check_advised_fixtures,
        fixtures.check_contested_fixtures,
        projections.check_projections,
        repetition.check_same_point,
        same_fault.check_same_fault,
    }
)
"""Those that do not ask the reference about every card: a sixth of the time."""


def find_problems(subject: Subject, checks: Sequence[Check]) -> list[Problem]:
    """What the checks find in a dialect; what the first ones find alone, if they find anything, or cards too large."""
    first = [problem for check in _FIRST_CHECKS for problem in check(subject)]
    first = first or [*house_form.check_largest(subject)]
    return first or [problem for check in checks for problem in check(subject)]


def find_problems_of_cards(subject: Subject, checks: Sequence[Check]) -> list[Problem]:
    """The same of a few cards, in a suite that is right but for them."""
    return [*house_form.check_largest(subject)] or [problem for check in checks for problem in check(subject)]


__all__ = [
    "CARD_CHECKS",
    "CHECKS",
    "FIXTURE_CHECKS",
    "QUICK_CHECKS",
    "Check",
    "Problem",
    "Subject",
    "find_problems",
    "find_problems_of_cards",
]
