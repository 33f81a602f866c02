#ifndef CAROM_SERVER_CONVERT_CATALOG_CONVERT_H_
#define CAROM_SERVER_CONVERT_CATALOG_CONVERT_H_

#include <string>

#include "absl/status/status.h"
#include "carom/v1/simulation.pb.h"

// The catalogue as the wire tells it. Pure and thread-safe.

namespace carom {

/// All presets, in order of name.
void ListCatalogTables(v1::ListTablesResponse& response);

/// One preset as plain geometry; NOT_FOUND with the list of known names.
absl::Status DescribeCatalogTable(const std::string& name, v1::GetTableResponse& response);

/// Names of tables, ball sets, racks, laws and scenes.
void FillCatalogNames(v1::GetServerInfoResponse& response);

}  // namespace carom

#endif  // CAROM_SERVER_CONVERT_CATALOG_CONVERT_H_
