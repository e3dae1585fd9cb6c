#!/usr/bin/env python3
"""Validates the JSON on standard input against a schema, and prints it on one line.

    tileiras-contract show --json k.cubin | validate.py docs/schemas/show.schema.json
"""

import json
import sys

import jsonschema

with open(sys.argv[1], encoding="utf-8") as file:
    schema = json.load(file)
jsonschema.Draft202012Validator.check_schema(schema)
value = json.load(sys.stdin)
errors = list(jsonschema.Draft202012Validator(schema).iter_errors(value))
for error in errors:
    print(f"{error.json_path}: {error.message}", file=sys.stderr)
print(json.dumps(value))
sys.exit(bool(errors))
