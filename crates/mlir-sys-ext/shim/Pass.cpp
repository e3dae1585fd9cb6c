// Part of tileiras, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Passes and pipelines that call back to Rust. Unlike the C API, with options and registration by name.

#include "Shim.h"
#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Pass.h"
#include "mlir/CAPI/Support.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassOptions.h"
#include "mlir/Pass/PassRegistry.h"

using namespace mlir;

namespace {

/// The value of a choice option: its index in the table. It is an enum because `addLiteralOption` exists only in the
/// parser of enum options.
enum class Choice : int {};

/// The options of one pass or pipeline.
template <typename Owner>
class Options {
  using Flag = typename Owner::template Option<bool>;
  using Text = typename Owner::template Option<std::string>;
  using List = typename Owner::template ListOption<std::string>;
  using ChoiceOption = typename Owner::template Option<Choice>;

public:
  Options(Owner &owner, llvm::ArrayRef<TileirasOption> table) : table(table) {
    for (const TileirasOption &option : table)
      holders.push_back(declare(owner, option));
  }

  /// Calls `use` with the values of all options as text, in the order of the table.
  template <typename Use>
  auto withValues(Use use) const {
    std::vector<std::vector<MlirStringRef>> values;
    std::vector<TileirasOptionValue> views;
    for (auto [option, holder] : llvm::zip_equal(table, holders)) {
      std::vector<MlirStringRef> &texts = values.emplace_back();
      if (const auto &flag = holder.flag)
        texts.push_back(wrap(flag->getValue() ? StringRef("true") : StringRef("false")));
      else if (const auto &text = holder.text)
        texts.push_back(wrap(StringRef(text->getValue())));
      else if (const auto &choice = holder.choice)
        texts.push_back(option.choices[static_cast<int>(choice->getValue())].name);
      else
        for (const std::string &item : **holder.list)
          texts.push_back(wrap(StringRef(item)));
    }
    for (const std::vector<MlirStringRef> &texts : values)
      views.push_back({texts.data(), static_cast<intptr_t>(texts.size())});
    return use(views.data());
  }

private:
  struct Holder {
    std::unique_ptr<Flag> flag;
    std::unique_ptr<Text> text;
    std::unique_ptr<List> list;
    std::unique_ptr<ChoiceOption> choice;
  };

  static Holder declare(Owner &owner, const TileirasOption &option) {
    StringRef name = unwrap(option.name);
    llvm::cl::desc description(unwrap(option.description));
    Holder holder;
    switch (option.kind) {
    case TILEIRAS_OPTION_FLAG:
      holder.flag = std::make_unique<Flag>(owner, name, description,
                                           llvm::cl::init(unwrap(option.defaultValue) == "true"));
      break;
    case TILEIRAS_OPTION_TEXT:
      holder.text = std::make_unique<Text>(owner, name, description,
                                           llvm::cl::init(unwrap(option.defaultValue).str()));
      break;
    case TILEIRAS_OPTION_LIST:
      holder.list = std::make_unique<List>(owner, name, description);
      break;
    case TILEIRAS_OPTION_CHOICE: {
      Choice initial{};
      for (intptr_t i = 0; i < option.choiceCount; ++i)
        if (unwrap(option.choices[i].name) == unwrap(option.defaultValue))
          initial = static_cast<Choice>(i);
      holder.choice = std::make_unique<ChoiceOption>(owner, name, description, llvm::cl::init(initial));
      for (intptr_t i = 0; i < option.choiceCount; ++i)
        holder.choice->getParser().addLiteralOption(unwrap(option.choices[i].name), static_cast<Choice>(i),
                                                    unwrap(option.choices[i].description));
      break;
    }
    }
    return holder;
  }

  llvm::ArrayRef<TileirasOption> table;
  std::vector<Holder> holders;
};

/// A text sink that writes to a string.
void storeText(MlirStringRef text, void *sink) { *static_cast<std::string *>(sink) = unwrap(text).str(); }

/// An analysis that owns the data of the callbacks.
struct Analyses {
  explicit Analyses(Operation *) {}
  Analyses(const Analyses &) = delete;
  ~Analyses() {
    if (callbackData.data)
      callbackData.destroy(callbackData.data);
  }

  TileirasAnalyses callbackData{};
};

/// A pass that calls the callbacks of a table.
class CallbackPass : public Pass {
public:
  /// The address of the table, which lives as long as the process, identifies the pass.
  explicit CallbackPass(const TileirasPass &table)
      : Pass(TypeID::getFromOpaquePointer(&table),
             table.anchor.length ? std::optional<StringRef>(unwrap(table.anchor)) : std::nullopt), table(table),
        options(*this, llvm::ArrayRef(table.options, table.optionCount)) {}

  ~CallbackPass() override { reset(nullptr); }

  StringRef getName() const override { return unwrap(table.name); }
  StringRef getArgument() const override { return unwrap(table.argument); }
  StringRef getDescription() const override { return unwrap(table.description); }

  void getDependentDialects(DialectRegistry &registry) const override {
    if (table.dialects)
      table.dialects(wrap(&registry));
  }

  LogicalResult initializeOptions(StringRef text,
                                  function_ref<LogicalResult(const Twine &)> errorHandler) override {
    if (failed(Pass::initializeOptions(text, errorHandler)))
      return failure();
    std::string message;
    return recreate(message) ? success() : errorHandler(message);
  }

  LogicalResult initialize(MLIRContext *context) override {
    std::string message;
    if (recreate(message))
      return success();
    return emitError(UnknownLoc::get(context)) << message;
  }

protected:
  bool canScheduleOn(RegisteredOperationName name) const override {
    return !getOpName() || *getOpName() == name.getStringRef();
  }

  void runOnOperation() override {
    // The pass manager does not initialize the clones that it makes for other threads.
    std::string message;
    if (!instance && !recreate(message))
      return static_cast<void>(getOperation()->emitError(message)), signalPassFailure();
    switch (table.run(instance, wrap(getOperation()), &getAnalysis<Analyses>().callbackData)) {
    case TILEIRAS_RUN_FAILED:
      return signalPassFailure();
    case TILEIRAS_RUN_CHANGED:
      return;
    case TILEIRAS_RUN_UNCHANGED:
      return markAllAnalysesPreserved();
    }
  }

  std::unique_ptr<Pass> clonePass() const override { return std::make_unique<CallbackPass>(table); }

private:
  bool recreate(std::string &message) {
    reset(options.withValues([&](const TileirasOptionValue *values) {
      return table.create(table.data, values, storeText, &message);
    }));
    return instance;
  }

  void reset(void *next) {
    if (instance)
      table.destroy(instance);
    instance = next;
  }

  const TileirasPass &table;
  Options<CallbackPass> options;
  void *instance = nullptr;
};

/// Exchanges the callback data of the analyses of the operation with data of the caller.
class ExchangeAnalyses : public PassWrapper<ExchangeAnalyses, OperationPass<>> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(ExchangeAnalyses)

  explicit ExchangeAnalyses(TileirasAnalyses *other) : other(other) {}

  void runOnOperation() override {
    std::swap(getAnalysis<Analyses>().callbackData, *other);
    markAllAnalysesPreserved();
  }

private:
  TileirasAnalyses *other;
};

/// The options of one use of a pipeline.
struct PipelineOptions : public detail::PassOptions {
  explicit PipelineOptions(const TileirasPipeline &table)
      : values(*this, llvm::ArrayRef(table.options, table.optionCount)) {}
  Options<detail::PassOptions> values;
};

} // namespace

void tileirasRegisterPass(const TileirasPass *pass) {
  // A plugin can be loaded twice, or into a tool that has the same passes.
  if (PassInfo::lookup(unwrap(pass->argument)))
    return;
  registerPass([pass] { return std::make_unique<CallbackPass>(*pass); });
}

MlirPass tileirasCreatePass(const TileirasPass *pass) { return wrap(static_cast<Pass *>(new CallbackPass(*pass))); }

MlirPass tileirasCreatePassWithOptions(const TileirasPass *pass, MlirStringRef options, MlirStringCallback error,
                                       void *data) {
  std::unique_ptr<Pass> created = std::make_unique<CallbackPass>(*pass);
  auto report = [&](const Twine &message) {
    std::string text = message.str();
    error(wrap(StringRef(text)), data);
    return failure();
  };
  return wrap(failed(created->initializeOptions(unwrap(options), report)) ? nullptr : created.release());
}

void tileirasRegisterPipeline(const TileirasPipeline *pipeline) {
  if (PassPipelineInfo::lookup(unwrap(pipeline->argument)))
    return;
  registerPassPipeline(
      unwrap(pipeline->argument), unwrap(pipeline->description),
      [pipeline](OpPassManager &manager, StringRef text, function_ref<LogicalResult(const Twine &)> errorHandler) {
        PipelineOptions options(*pipeline);
        if (failed(options.parseFromString(text)))
          return failure();
        std::string passes;
        if (!options.values.withValues([&](const TileirasOptionValue *values) {
              return pipeline->text(pipeline->data, values, storeText, &passes);
            }))
          return errorHandler(passes);
        std::string message;
        llvm::raw_string_ostream stream(message);
        if (failed(parsePassPipeline(passes, manager, stream)))
          return errorHandler(message);
        return success();
      },
      [pipeline](function_ref<void(const detail::PassOptions &)> handler) { handler(PipelineOptions(*pipeline)); });
}

void tileirasAddAnalysesExchange(MlirOpPassManager manager, TileirasAnalyses *analyses) {
  unwrap(manager)->addPass(std::make_unique<ExchangeAnalyses>(analyses));
}
