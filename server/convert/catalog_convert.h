#ifndef CAROM_SERVER_CONVERT_CATALOG_CONVERT_H_
#define CAROM_SERVER_CONVERT_CATALOG_CONVERT_H_

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "carom/v1/simulation.pb.h"
#include "core/table/catalog.h"

// The catalogue in the wire's terms. Pure and thread-safe.

namespace carom {

/// The names in a list of the catalogue.
template <class List>
std::vector<std::string> NamesOf(const List& list) {
  std::vector<std::string> names;
  for (const auto& one : list) {
    if constexpr (requires { one.table.name; }) {
      names.push_back(one.table.name);
    } else {
      names.emplace_back(one.name);
    }
  }
  return names;
}

/// The table as plain geometry: sent back in a request, it is the same table to the last bit.
v1::TableGeometry TableToWire(const Table& table, const std::string& ball_set);

/// All presets, in order of name.
void ListCatalogTables(v1::ListTablesResponse& response);

/// One preset as plain geometry; NOT_FOUND with the list of known names.
absl::Status DescribeCatalogTable(const std::string& name, v1::GetTableResponse& response);

/// Names of tables, ball sets, racks, laws, scenes, mechanisms, materials and sets of contact
/// forces.
void FillCatalogNames(v1::GetServerInfoResponse& response);

}  // namespace carom

#endif  // CAROM_SERVER_CONVERT_CATALOG_CONVERT_H_
