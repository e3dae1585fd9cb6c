//===-- PassesBase.td - options and pipelines --------------*- tablegen -*-===//
//
// Part of tileiras, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The classes that the tables of passes use beside those of MLIR.

#ifndef TILEIRAS_PASSES_BASE
#define TILEIRAS_PASSES_BASE

include "mlir/Pass/PassBase.td"

/// A legal value of an option, with its line in the help text.
class Value<string valueName, string valueDescription> {
  string name = valueName;
  string description = valueDescription;
}

/// An option that takes one of a few values; the first is the default.
class ChoiceOption<string varName, string arg, list<Value> choices, string desc>
    : Option<varName, arg, "choice", choices[0].name, desc> {
  list<Value> values = choices;
}

/// An option about the rules. The options of a pass that has such options get a method `rules`, which returns them as
/// `RuleOptions` of crates/finding, of which each is the field of its name.
class RuleOption;

def DisableRules : ListOption<"disable", "disable", "std::string", "Ids of rules that are not checked">, RuleOption;
def ErrorRules : ListOption<"errors", "errors", "std::string", "Ids of rules whose violations are errors">, RuleOption;
def WarningRules
    : ListOption<"warnings", "warnings", "std::string", "Ids of rules whose violations are warnings">, RuleOption;
def WarningsAsErrors
    : Option<"warningsAsErrors", "warnings-as-errors", "bool", "false", "Report warnings as errors">, RuleOption;
def Pedantic
    : Option<"pedantic", "pedantic", "bool", "false",
             "Check the rules of severity remark, too">,
      RuleOption;

/// The options of a pass pipeline: its own, and those of its passes, except `form`, which the pipeline sets to `canonical`.
/// Passes with an option of one name get one value. The order of the passes is in src/pipeline.rs.
class PipelineOptions<string pipelineArgument, list<PassBase> pipelinePasses, list<Option> ownOptions> {
  string argument = pipelineArgument;
  list<PassBase> passes = pipelinePasses;
  list<Option> options = ownOptions;
}

#endif // TILEIRAS_PASSES_BASE
