"""insightforge reads what the winners of machine-learning competitions (or your own team) wrote down, and assembles
insights: trigger → action → rationale, each backed by verbatim evidence.

    workspace, errors, artifacts, records     the ground floor
    corpus                                    competition folders → sources with derived text
    embedding, clustering                     domains of competitions, clusters of improvements
    workbench                                 what an assembler may do; the gate that every insight passes
    drivers                                   who does the reading (guided: offline, by rule)
    stages                                    competition, domain, improvement-raw, improvement
    bundles                                   skills and playbooks, verify, lint
"""

__version__ = "0.1.0"
