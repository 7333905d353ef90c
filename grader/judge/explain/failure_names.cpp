#include "grader/judge/explain/failure_names.h"

#include <variant>

namespace gemmlab {
namespace {

template <typename Variant>
std::string kind_of(const Variant& of) {
  return visit([]<typename Each>(const Each&) { return std::string(fact_name<Each>()); }, of);
}

// A matrix of matmul's arguments is no buffer of the file's own.
std::string kind_of_place(const Target& at) {
  const auto* const place = std::get_if<BufferPlace>(&at);
  const bool is_argument = place != nullptr && place->buffer.ordinal == 0;
  return is_argument ? "matrix" : kind_of(at);
}

}  // namespace

std::vector<std::string> names_of(CheckKind kind, const Failure& failure) {
  std::vector<std::string> names = {kind_of(failure.fact)};
  if (const auto* const fault = get_if<HostEntryFault>(&failure.fact)) {
    names = {std::string(name(fault->kind))};
  }
  if (const auto* const finding = get_if<Finding>(&failure.fact)) {
    const auto* const bad = get_if<BadAccess>(&finding->fact);
    const auto* const race = get_if<Race>(&finding->fact);
    const auto* const unwritten = get_if<UnwrittenRead>(&finding->fact);
    names = {
        kind_of(finding->fact),
        unwritten && unwritten->factor.empty() ? "unwritten_" + kind_of_place(unwritten->at) : "",
        bad ? std::string(bad->untested.empty() ? name(bad->flaw) : "untested") : "",
        race ? std::string(name(race->cause)) : ""};
    names = kind == CheckKind::host_entry ? std::vector<std::string>{"in_host"} : names;
  }
  if (const auto* const missed = get_if<LimitMissed>(&failure.fact)) {
    names = {std::string(missed->row())};
  }
  const auto* const array = get_if<ArrayNeverWritten>(&failure.fact);
  const NeverWritten* never = get_if<NeverWritten>(&failure.fact);
  never = array != nullptr ? array : never;
  if (never != nullptr) {
    names.push_back(never->never_launched ? "never_launched" : "");
    names.push_back(never->not_copied_back ? "not_copied_back" : "");
  }
  if (const auto* const error = get_if<ApiError>(&failure.fact)) {
    const auto* const limit = get_if<BeyondLimit>(&error->cause);
    names.push_back(limit ? std::string(name(limit->limit)) : "");
  }
  return names;
}

}  // namespace gemmlab
