"""What is shipped: Agent Skills and playbooks made from the records, and the checks on them.

options      what a bundle is to hold          library      records, domains and sources, joined
markdown     texts made safe                   frontmatter  name and description made safe
naming       folder and file names             licences     whether a source may be quoted
words, pages items, insights, evidence         paging       what stands in SKILL.md, what in references
skills       whole skills                      playbook     one text
clients      what listings have room for       layouts      from a library to files
choose       the domain nearest to a task      scan         leaks and secrets in finished texts
writer       on disk as a whole                build        all of it in order
lint, verify, status    checks and reports     tables       reports as tables
"""

from insightforge.bundles.build import BundleReport, build, playbook
from insightforge.bundles.lint import Finding, LintReport, lint
from insightforge.bundles.options import BundleOptions
from insightforge.bundles.status import StatusReport, status
from insightforge.bundles.tables import render_bundle, render_findings, render_lint, render_status
from insightforge.bundles.verify import verify

__all__ = [
    "BundleOptions",
    "BundleReport",
    "Finding",
    "LintReport",
    "StatusReport",
    "build",
    "lint",
    "playbook",
    "render_bundle",
    "render_findings",
    "render_lint",
    "render_status",
    "status",
    "verify",
]
