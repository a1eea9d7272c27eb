"""Word cues that tell how a passage stands to what it mentions: done, found useless, merely imagined, or no matter at all.

All patterns look at text with white space collapsed, in lower or mixed case. They are about English prose of practitioners.
"""

from __future__ import annotations

import re


def _any(*patterns: str) -> re.Pattern[str]:
    return re.compile("|".join(f"(?:{p})" for p in patterns), re.IGNORECASE)


#: Sections that say nothing about decisions.
NOISE_HEADING = _any(
    r"\back?nowledg",
    r"\bthank",
    r"\bcongrat",
    r"\bhardware\b",
    r"\bsoftware\b",
    r"\benvironment\b",
    r"\brequirements?\b",
    r"\bhow to (?:run|use|reproduce|train|install)",
    r"\breproduc",
    r"\busage\b",
    r"\binstall",
    r"\bset ?up\b",
    r"\bquick ?start\b",
    r"\b(?:directory|folder|file|repo(?:sitory)?|project|code) (?:structure|layout|tree|organi[sz]ation"
    r"|contents?|overview)\b",
    r"\b(?:archive|table of) contents\b",
    r"\breferences?\b",
    r"\bcitations?\b",
    r"\bbibliograph",
    r"\blinks?\b$",
    r"\blicen[cs]e\b",
    r"\bcontact\b",
    r"\babout (?:me|us)\b",
    r"\b(?:your|my|our|personal|team|professional|academic) (?:background|bio)\b",
    r"^background$",
    r"\bteam members?\b",
    r"\bdata (?:download|preparation steps)\b",
    r"\bdownload\b",
    r"\bdependenc",
    r"\bfuture work\b",
    r"\bnext steps\b",
    r"\bcommands?\b",
    r"\bdocker\b",
    r"\bcredits?\b",
    r"\babbreviations?\b",
    r"\bglossary\b",
    r"\bcheckpoints?\b$",
    r"\bmodel weights\b$",
    r"\b(?:could|would) have (?:tried|done)",
    r"\bdid(?:n['’]?t| not) (?:have time to )?(?:tr(?:y|ied)|finish)",
    r"\bno time\b|\bout of time\b|\bunfinished\b",
    r"\b(?:not|never) (?:done|tried|finished|explored|attempted)\b|\bun(?:tried|explored)\b|\bwish ?list\b",
    r"\bideas? (?:not|never|i (?:did|had))",
    r"\bcompetition (?:overview|description|background|introduction|summary|details)\b",
    r"\bproblem (?:statement|description)\b",
    r"\btimeline\b",
    r"^(?:the )?prizes?(?: money| pool)?$",
    r"\brules\b",
)

#: Sections that list what was tried in vain.
NEGATIVE_HEADING = _any(
    r"\b(?:did|does|do|has|have|had)(?:n['’]?t| not|nt) (?:really )?(?:work|help|improve|pan)",
    r"\bnot (?:work|help)",
    r"\bwhat failed\b",
    r"\bfail(?:ed|ures?)\b",
    r"\bunsuccessful",
    r"\bnegative results?\b",
    r"\bno improvements?\b",
    r"\bwithout success\b",
    r"\bdead ends?\b",
    r"\b(?:not|un)(?:used|helpful|useful)\b",
    r"\bnothing worked\b",
    r"\btried (?:but|and) (?:fail|drop|reject)",
    r"\bno (?:use|good|effect|help|luck|win)\b",
    r"\buseless\b",
    r"\bin vain\b",
    r"\bwasted?\b",
    r"\bwhat hurt\b",
    r"\bnot worth\b",
    r"\b(?:made|makes) (?:it|things) worse\b",
    r"\bdiscarded\b",
    r"\brejected\b",
    r"\babandoned\b",
    r"\bnot effective\b",
    r"\bthings? that (?:hurt|made it worse)\b",
)

#: Sections that confess mistakes: what stands there was done wrong, unless the words tell the remedy.
MISTAKE_HEADING = _any(
    r"\bwent wrong\b",
    r"\bmistakes?\b",
    r"\bbugs?\b",
    r"\bconfession",
    r"\bregrets?\b",
    r"\bblunders?\b",
    r"\bsorry\b",
    r"\bapolog",
)
REMEDY = _any(
    r"\bfix(?:ed|es)?\b",
    r"\bsolv",
    r"\bcorrect(?:ed|ion)\b",
    r"\bswitch",
    r"\bsince then\b",
    r"\binstead\b",
    r"\bnow\b",
    r"\bso (?:i|we) (?:\w+ed|put|set|split|took|made)\b",
    r"\bchanged\b",
    r"\brepair",
    r"\bremedy\b",
)

#: A whole passage that is no statement of practice.
NOISE = _any(
    r"\bthanks?\b(?! to (?:the |this |its |our )?(?:\w+ )?(?:tta|pseudo|augment|pretrain|distill|ensembl"
    r"|regulari))",
    r"\bcongrat",
    r"\bgrateful\b",
    r"\backnowledg",
    r"\bfeel free to\b",
    r"\bupvote\b",
    r"\bgithub\b",
    r"\bplease (?:see|refer|check|find|let|read)\b",
    r"\bmy (?:first|second) (?:gold|medal)\b",
    r"\b(?:git clone|pip install|conda|requirements\.txt|dockerfile|nvidia-docker|kaggle datasets? download"
    r"|ubuntu|cuda \d|python ?[23]\.\d)\b",
    r"\bi (?:hope|learned a lot|am (?:happy|glad|excited|curious))\b",
    r"\bhappy kaggling\b",
    r"\b(?:copyright|licensed under)\b",
    r"\b(?:figure|fig\.|table) \d+[:.]",
    r"\.(?:py|sh|ipynb|yaml|yml|json|pth|pkl|csv)\b",
    r"\bpaper\b.{0,30}\b(?:proposed|introduced|shows?)\b",
    r"\bstands for\b|\bwas (?:invented|introduced|proposed|originally)\b|\bwere originally\b|\bwon most\b"
    r"|\bpaper claims\b",
    r"\bnext (?:time|competition|year)\b|\bnever (?:built|implemented|used|got)\b|\bnot implemented\b"
    r"|\b(?:analysis|study|ablation|section|part) is missing\b",
    r"\bcompetition (?:asks|asked|required|challenges?)\b",
    r"\bthe (?:goal|task|objective|aim) (?:of|in) (?:this|the) (?:competition|challenge)\b",
    r"^\W*whether\b",
    r"\(default\b|--\w+",
    r"\bet al\b|\barxiv\b|\bin proceedings\b|\bpp\. ?\d|\bdoi\b|^\[\d+\]",
    r"\b(?:bool|boolean|int|str|float)\b[:=)]",
    r"\bset (?:it |this )?(?:to )?`?(?:true|false)\b",
    r"\bif you\b",
    r"\byou(?:['’]ll)? (?:can|need|should|must|may|have to|will|want|could)\b",
    r"^\W*run\b",
    r"\bto (?:run|reproduce|train|generate)\b.{0,40}\b(?:run|execute|script)\b",
    r"\bin this (?:write-?up|post|document|article|repo|section|notebook)\b",
)

#: Imagined, wished for, or asked: not done.
HYPOTHETICAL = _any(
    r"\b(?:could|might|would) (?:be|have|also|probably|likely|possibly|potentially|try|improve|help|use|give"
    r"|add)\b",
    r"\bwould(?:n['’]t| not)\b",
    r"\bshould have\b",
    r"\bif (?:i|we) (?:had|have|could)\b",
    r"\bno time\b",
    r"\b(?:not|n['’]t) have (?:enough )?time\b",
    r"\bran out of time\b",
    r"\b(?:i|we) (?:wish|wanted to|plan(?:ned)? to|intend|thought about|considered|hoped)\b",
    r"\bfuture\b",
    r"\bnot sure (?:if|whether)\b",
    r"\bcurious (?:if|whether|about)\b",
    r"\bhaven['’]?t (?:tried|tested|used)\b",
    r"\bhave not (?:tried|tested|used)\b",
    r"\bdid(?:n['’]?t| not) (?:try|test|tried|get (?:a chance|around|time))\b",
    r"\bto be (?:tested|tried)\b",
    r"\?\s*$",
    r"^(?:why|how|what|did|do|is|are|was|were|can|could)\b.{0,200}\?",
    r"\bone (?:could|might|can)\b",
    r"\bnever tried\b",
    r"\bleft (?:for|as) \b",
    r"\b(?:remains?|is|was|still) unclear\b",
    r"\binspired by\b",
    r"\binfluenced\b",
)

#: What someone else did: other teams, papers, public notebooks in general.
FOREIGN = _any(
    r"\b(?:other|another|some|many|most|top|several) (?:teams?|competitors?|participants?|kagglers?|people"
    r"|solutions?)\b.{0,40}\b(?:use[ds]?|tried|did|have|found|report|train)",
    r"\b(?:he|she|they) (?:use[ds]?|tried|trained|proposed|found)\b",
    r"\bet al\b",
    r"\bthe authors\b",
    r"\byour (?:model|solution|approach|team)\b",
    r"\bare you\b|\bdid you\b|\byou (?:used|tried|trained)\b",
)

#: The mentioned thing made no difference or did harm.
NEGATIVE = _any(
    r"\b(?:did|does|do|could|would|has|have|was|were|is|are)(?:n['’]?t| not|nt) (?:really |actually |seem to "
    r"|appear to |able to |much |significantly |noticeably |clearly |always |been |be )*(?:help|improve|work"
    r"|boost|benefit|bring|give|show|lead|yield|add|provide|contribut|outperform|generali[sz]e|useful|helpful"
    r"|effective|better|beneficial|worth|increase|correlate|pay|make (?:any|much|a) difference|see (?:any|an"
    r"|much))",
    r"\bno (?:\w+ ){0,3}(?:improvement|gain|boost|benefit|effect|difference|help|success|luck|impact"
    r"|advantage)s?\b",
    r"\bnot (?:any |a |an )?(?:\w+ )?(?:improvement|gain|helpful|useful|effective|beneficial|better)\b",
    r"\bworse(?:n|ned|ns)?\b",
    r"\b(?:hurt|harm|harmed|hurts|harms|harmful|degrad\w+|deteriorat\w+|detriment\w+)\b",
    r"\buseless\b",
    r"\bwithout (?:any )?(?:success|improvement|gain|benefit)s?\b",
    r"(?<!\bmodel )(?<!\bmodels )\bfail(?:ed|s)? to\b",
    r"\b(?:perform|scor|rank)(?:s|ed) (?:\w+ly )?(?:poor(?:ly)?|bad(?:ly)?|lower)\b",
    r"\bnone (?:of them )?(?:surpass|beat|improv|help|work)\w*",
    r"\bgave nothing\b",
    r"\bno luck\b",
    r"\bdid(?:n['’]?t| not) (?:surpass|beat|exceed|change|matter)\b",
    r"\bfailed\b(?! to\b)",
    r"\b(?:reverse|adverse|negative|opposite) (?:effect|impact)\b",
    r"(?<!\bwe )(?<!\bi )\b(?:lower|reduc|decreas|drop)\w* (?:the |my |our |both )?(?:\w+ )?(?:score|lb|cv"
    r"|performance|accuracy|auc"
    r"|metric|results?)\b",
    r"\b(?:score|lb|cv|performance|accuracy|results?) (?:\w+ )?(?:dropped|decreased|fell|got worse|went down"
    r"|drop)\b",
    r"\b(?:slight|small|big|large|significant|lb|cv|score)[ -]drop\b",
    r"\bnot worth\b",
    r"\bin vain\b",
    r"\b(?:gave|got|had|brought) the same\b",
    r"\bstayed the same\b|\bno (?:real|measurable|visible) difference\b|\b(?:did|does|did not|made \w+) worse\b",
    r"\bdid(?:n['’]?t| not) move\b|\bmade no difference\b|\bgiven up\b|\bdid(?:n['’]?t| not) pursue\b|\bminus \d",
    r"\b(?:brought|changed|gave|added|gained|yielded) nothing\b|\bno speed-?up\b|\b(?:had|have|got"
    r"|gave) the same (?:cv|lb|score)",
    r"\bonly to overfitting\b|\bgave (?:a )?(?:lower|worse) \w+ than\b|\blost \d*\.\d+\b",
    r"\bno better(?: than)?\b|\bwithout improving\b|\bnot tell (?:us |me )?anything\b|\bdestabili[sz]\w+"
    r"|\bwent back to\b",
    r"\bunusable\b|\bnot sufficiently (?:robust|good)\b|\boscillat\w+\b|\bditched\b|\bredundant\b",
    r"\bdiminishing returns\b|\bnot much\b|\bnothing more\b|\ball (?:my |our )?attempts\b|\bunfortunately\b",
    r"\breduced (?:performance|accuracy|scores?)\b|\bperformed worse\b",
    r"\boverfit(?:s|ted|ting)?\b(?=.{0,60}\b(?:so|therefore|dropped|removed|stopped|quickly)\b)",
    r"\bmade (?:\w+ ){0,4}worse\b",
    r"\b(?:marginal|negligible|minimal) (?:improvement|gain|effect|benefit|difference)\b",
    r"\bneutral\b",
    r"\bdisappoint",
    r"\bcounter-?productive\b",
    r"\bunderperform",
    r"\bnothing (?:more )?(?:came|gained)\b",
    r"\bgave up on\b",
    r"\bunsuccessful",
)

#: The mentioned thing made a difference for the better.
POSITIVE = _any(
    r"\b(?:improv\w+|boost\w*|gain(?:ed|s)?|increas\w+ (?:the |our |my )?(?:\w+ )?(?:score|lb|cv|performance"
    r"|accuracy|auc|robustness|generali[sz]ation))\b",
    r"\b(?:help(?:s|ed|ful|ing)?|benefi\w+|works? (?:well|best|better|great|fine|nicely)|worked (?:\w+ )?(?:well"
    r"|best|better|great|nicely|wonders))\b",
    r"\b(?:better|best) (?:than|result|score|performance|cv|lb|single|generali[sz])\w*\b",
    r"\bbetter\b",
    r"\boutperform",
    r"\b(?:crucial|essential|critical|vital|decisive|game[- ]?changer)\b",
    r"\b(?:key|secret|main reason|main factor|most important|biggest|largest|big|huge|significant|great|major"
    r"|noticeable|noticable|substantial) (?:\w+ ){0,2}(?:gain|boost|improvement|jump|factor|part|point|trick"
    r"|step|lift|impact|effect|difference|success|contribut\w+|ingredient|component|win)?",
    r"\b(?:effective|useful|successful|powerful|robust|stabili[sz]\w+|stable)\b",
    r"\breduc\w+ (?:the )?(?:overfit\w*|variance|noise|error|loss|false|memory|time|runtime)",
    r"\bsurpris\w+ (?:well|good|effective)",
)

#: Words of someone who did something.
DECISION = _any(
    # "All images resized to 512 before training", "Pretraining on …", "Huber loss instead of …"
    r"^\W*(?:[\w/-]+ ){1,7}(?:\w+ed|built|made|kept|split|cut|set|taken|chosen|frozen)"
    r" (?:to|at|with|by|into|from|as|on|for|before|after|using|per|in|once|only|separately)\b",
    r"^\W*(?!during|nothing|something|anything|everything|including)[a-z]{3,}ing\b (?!is\b|are\b|was\b)",
    r"\binstead of\b",
    r"\b(?:i|we)\b(?: \w+ly| also| then| have| had| just| first)* \w{3,}ed\b",
    r"\b(?:i|we)\b[^.;]{0,80}\band (?:\w+ly )?\w{3,}ed\b",
    r"\b(?:the|this|these|each|our|my|all|every|final|both) (?:\w+ ){0,3}(?:branch|models?|networks?|pipeline"
    r"|head|stage"
    r"|inference|training|loss|ensemble|features?|folds?|solution|approach)\b (?:also |then |first )?(?:use[sd]?"
    r"|trains?|trained|takes?|follow(?:s|ed)|combine[sd]?|consist(?:s|ed)|contain(?:s|ed)?|include[sd]?"
    r"|(?:is|was|are|were) (?:\w+ )?(?:done|made|\w+ed))\b",
    r"\b(?:is|was|are|were) (?:first |then |also |only |\w+ly )?(?:applied|used|\w+(?:trained|tuned|averaged"
    r"|sampled))\b",
    r"\b(?:i|we)(?:['’]ve| have| had| also| then| first(?:ly)?| finally| just| only| simply| instead| therefore"
    r"| thus| decided to| ended up| chose to| settled| mainly| further| additionally)* ?(?:\w+ly )?(?:use[ds]?"
    r"|using|add(?:ed)?|appl(?:y|ied)|train(?:ed)?|choose|chose|select(?:ed)?|pick(?:ed)?|split|creat(?:e|ed)"
    r"|generat(?:e|ed)|build|built|ma[dk]e|took|take|tak(?:en)|ensembl\w+|blend\w*|averag\w+|fine-?tun\w+"
    r"|pre-?train\w*|augment\w*|sampl\w+|resampl\w+|upsampl\w+|downsampl\w+|weight\w*|normali[sz]\w+|remov\w+"
    r"|drop\w*|clean\w*|filter\w*|replac\w+|switch\w*|mov(?:e|ed)|resiz\w+|crop\w*|extract\w*|comput\w+"
    r"|calculat\w+|predict\w*|validat\w+|evaluat\w+|optimi[sz]\w+|tun(?:e|ed)|set|combin\w+|merg\w+|stack\w*"
    r"|distill?\w*|pseudo\w*|label\w*|relabel\w*|clip\w*|smooth\w*|transform\w*|encod\w+|impos\w+|implement\w*"
    r"|adopt\w*|employ\w*|follow\w*|introduc\w+|includ\w+|exclud\w+|incorporat\w+|initiali[sz]\w+|freez\w+|froze"
    r"|unfr\w+|feed|fed|swap\w*|mask\w*|pad\w*|truncat\w+|concat\w*|convert\w*|quanti[sz]\w+|sort\w*|group\w*"
    r"|cluster\w*|match\w*|align\w*|map\w*|limit\w*|cap\w*|keep|kept|increas\w+|decreas\w+|reduc\w+|lower\w*"
    r"|rais\w+|start\w*|went with|tried|try|found|rel(?:y|ied)|leverag\w+|utili[sz]\w+|treat\w*|model(?:l?ed)?"
    r"|run|ran|writ\w+|wrote|design\w*|develop\w*|experiment\w*|repeat\w*|retrain\w*|re-\w+|post-?process\w*"
    r"|pre-?process\w*|submit\w*|perform\w*|do|did|accept\w*|credit\w*|opt(?:ed)?|judg\w+|swept|sweep\w*"
    r"|prefer\w*|reserv\w+|cach\w+|export\w*|pars\w+|shar\w+)\b",
    r"\b(?:is|are|was|were|been|being) (?:\w+ly )?(?:used|added|applied|trained|chosen|selected|split|created"
    r"|generated|built|made|ensembled|blended|averaged|fine-?tuned|pre-?trained|augmented|sampled|upsampled"
    r"|downsampled|weighted|normali[sz]ed|removed|dropped|cleaned|filtered|replaced|resized|cropped|extracted"
    r"|computed|calculated|predicted|validated|evaluated|optimi[sz]ed|tuned|set|combined|merged|stacked"
    r"|distilled|labell?ed|relabell?ed|clipped|smoothed|transformed|encoded|implemented|adopted|employed"
    r"|introduced|included|excluded|incorporated|initiali[sz]ed|frozen|fed|swapped|masked|padded|truncated"
    r"|concatenated|converted|quanti[sz]ed|sorted|grouped|clustered|matched|aligned|mapped|limited|capped|kept"
    r"|increased|decreased|reduced|lowered|raised|treated|model(?:l)?ed|multiplied|divided|added|scaled"
    r"|shifted)\b",
    r"\b(?:my|our) (?:final|best|main|first|second|solution|approach|model|ensemble|pipeline|submission"
    r"|validation|training|cv|loss|strategy|method|features?)\b",
    r"\bthe (?:final|best|main|winning) (?:solution|submission|model|ensemble|blend|approach|pipeline|loss"
    r"|features?)\b",
)

#: Words before a mention that take it back: "without X", "instead of X", "better than X".
TAKEN_BACK = re.compile(
    r"(?:\b(?:without|instead of|no need for)(?: \w+){0,4} (?:like|such as)"
    r"|\bwithout(?: (?:any|the|using))?|\binstead of(?: (?:the|using))?|\brather than(?: (?:the|using))?|\bno"
    r"|\bnot(?: (?:use|using|used|the|any|a))?"
    r"|\b(?:did|do|does)(?:n['’]?t| not) (?:use|apply|add|need|include|do)(?: (?:any|the|a|an))?"
    r"|\bthan\b[^.,;]{0,30}|\bthink twice before(?: using)?|\btoo (?:many|much|strong|heavy|aggressive)(?: \w+)?"
    r"|\b(?:outperform\w*|beats?|replac\w+|remov\w+|drop(?:ped|ping)?|disabl\w+|avoid\w*|skip\w*|abandon\w*|over"
    r"|versus|vs\.?|compared (?:to|with)|unlike|except(?: for)?)(?: (?:the|all|any|a|an|use of))?"
    r"|\bnon)[ -]+(?:\w+[ -]){0,2}$",
    re.IGNORECASE,
)

#: "replaced A with B": B is what was adopted.
REPLACED_BY = re.compile(
    r"\b(?:replac|swap|switch|chang|substitut)\w*\b.{1,45}\b(?:with|by|to|for|into) (?:\w+[ -]){0,2}$", re.IGNORECASE
)

#: The mention is taken back by what follows it: "X was not used", "X was dropped".
TAKEN_BACK_AFTER = re.compile(
    r"^[^.;,]{0,25}\b(?:(?:is|are|was|were)(?:n['’]?t| not) (?:used|needed|applied|necessary|included|required"
    r"|enabled)|(?:is|are|was|were) (?:disabled|removed|dropped|skipped|omitted|turned off|off)|disabled"
    r"|turned off)\b",
    re.IGNORECASE,
)

#: Words of a trial, which alone do not say that the thing was kept.
TRIAL = _any(
    r"\b(?:tried|attempted|experimented with|tested|explored|played (?:around )?with|toyed with|had a go)\b",
    r"\b(?:try|trying) (?:to|out)\b",
)

#: A later clause that takes the mention back: "…, but disabled for the final runs", "… although we later removed it".
TAKEN_BACK_LATER = re.compile(
    r"^\W*(?:but|however|although|though|yet|while)?,?\s*(?:(?:it|this|they|these|which|later|i|we) )*(?:(?:was"
    r"|were|is|are|later|then|finally|eventually|had been) )*(?:disabled|removed|dropped|abandoned|discarded"
    r"|excluded|not (?:used|included|selected|submitted)|turned off|gave up|replaced)\b"
    r"|^.{0,60}?,? (?:so|and|and so|therefore),? (?:we|i) (?:therefore |then |finally )?(?:went (?:for|with"
    r"|back)|switched to"
    r"|moved to|ended up with|settled on|dropped|removed|gave up"
    r"|(?:did|do)(?:n['’]?t| not) (?:ship|deploy|keep|use|submit|include|release)(?: it| them| this| that)?)\b",
    re.IGNORECASE,
)

#: That something was in vain, in words: a score that falls is no failure where it was too good before.
USELESS = re.compile(
    r"\b(?:did|does|do)(?:n['’]?t| not) (?:\w+ )?(?:help|work|improve|matter|bring)|\bno (?:\w+ )?(?:gain|improvement|difference|effect|use)\b"
    r"|\buseless\b|\bin vain\b|\bunhelpful\b",
    re.IGNORECASE,
)

#: Borders between clauses of one sentence.
CLAUSE = re.compile(
    r";|(?:,|\s-|\s–|\s—|\s\()?\s(?:but|however|although|though|whereas|while|yet|except that)\b|\s[–—]\s",
    re.IGNORECASE,
)

#: A clause that passes judgement on what was named before: "but it did not help".
BACKWARD = re.compile(
    r"^\W*(?:but|however|although|though|yet)?,?\s*(?:(?:it|this|that|they|these|those|all of (?:them|which)|none"
    r"|neither|which|both|results?|the (?:results?|scores?|cv|lb))\b|(?:did|does|do|was|were|gave|got|had"
    r"|with(?:out)?|no|not|only|found|saw|could|br(?:ing|ought)|gives?|leads?|led|yield\w*|ma[dk]es?|provid\w*"
    r"|show\w*"
    r"|turned|seem\w*|perform\w*|render\w*|unfortunately)\b)",
    re.IGNORECASE,
)

#: What gives the reason: group `why` is a clause.
REASON = re.compile(
    r"\b(?:because|since|so that|in order to|to (?:avoid|prevent|reduce|mitigate|handle|deal with|address"
    r"|alleviate|counter|compensate|account for|make sure|ensure)|as (?:the|this|it) (?=\w+ (?:is|are|was|has"
    r"|have|helps|allows|prevents|reduces|makes))"
    r"|which (?:helps?|helped|prevents?|prevented|reduces?|reduced|allows?|allowed|makes?|made|gives?|avoids?"
    r"|stabili[sz]es?)|this (?:helps?|helped|prevents?|prevented|reduces?|reduced|allows?|makes|avoids?)"
    r"|(?:preventing|avoiding|reducing|allowing|helping|making)\b)"
    r"[^.;!?]{12,160}",
    re.IGNORECASE,
)

#: A symptom that a practitioner would act on.
PROBLEM = _any(
    r"\b(?:problem|issue|bug|trouble|struggl\w+|difficult\w*|challeng\w+|bottleneck|suffer\w*|unstable"
    r"|instabilit\w+|diverg\w+|nan\b|explod\w+|overfit\w*|under-?fit\w*|leak\w*|imbalanc\w*|nois[ey]\w*"
    r"|mislabel\w*|wrong labels?|incorrect|out[- ]of[- ]memory|oom\b|too (?:slow|large|long|big|few|small|many"
    r"|noisy|expensive)|not enough|limited|time ?out|timed out|exceed\w*|mismatch\w*|domain (?:gap|shift)"
    r"|distribution shift|drift\w*|shake-?(?:up|down)|false positives?|false negatives?|artifacts?|artefacts?"
    r"|correlat\w+ (?:poorly|badly)|not correlat\w+|n['’]t correlat\w+|did not match|(?:cv|lb"
    r"|validation)[^.]{0,30}(?:gap|differ\w*|disagree\w*|unreliable)|fail(?:ed|ure|s)\b|missing|incomplete|rare"
    r"|scarce|lack of|small (?:dataset|data|training|number)|duplicate\w*|outliers?|skew\w*|heavy[- ]tail\w*)\b",
)

#: A passage, or the heading above it, that is labelled as the result of what was just told.
OUTCOME_LABEL = re.compile(
    r"^\W*(?:result|outcome|effect|impact of the fix|after the (?:fix|change))s?\b\W*(?:[:–—-]\W*|$)", re.IGNORECASE
)
