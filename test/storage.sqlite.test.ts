import * as SqliteStorage from "@sellerkit/storage-sqlite"
import { storageSuite } from "@sellerkit/testing"

storageSuite({ name: "SQLite", layer: SqliteStorage.layer(":memory:") })
