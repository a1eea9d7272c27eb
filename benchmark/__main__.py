"""`python -m benchmark`."""

if __name__ == "__main__":  # spawned worker processes import this module under another name
    from benchmark.cli import main

    main()
