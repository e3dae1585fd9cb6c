"""Checks standard input against a JSON Schema, and prints it in a form that is easy to match.

validate.py SCHEMA          one document
validate.py SCHEMA --lines  one document on each line
"""

import json
import sys

import jsonschema

with open(sys.argv[1], encoding="utf-8") as file:
    schema = json.load(file)
validator = jsonschema.validators.validator_for(schema)(schema)
validator.check_schema(schema)
text = sys.stdin.read()
documents = [json.loads(part) for part in (text.splitlines() if "--lines" in sys.argv else [text])]
for document in documents:
    validator.validate(document)
    print(json.dumps(document, indent=1, sort_keys=True))
print(f"valid: {len(documents)}")
