"""The four assembly stages: what there is to do (plan) and doing it (run).

visible     which competitions are sources: the split, and the blacklist that must go with it
store       the canonical records on disk: read, write, retire
world       everything a plan looks at, read once
tasks       which tasks there are (pure)
plan        their fingerprints, and why each is to run or not (pure)
keys        names of tasks that are named after a file
select      --only and --limit
clusters    the stored clusters of raw improvements          study   which parameters to make them with
regate      records checked anew after the split or the blacklist changed
pool        tasks run in worker processes, one crash costing one task
work        one task: driver, workbench, record
run         the stages in order, under the workspace's lock
"""
