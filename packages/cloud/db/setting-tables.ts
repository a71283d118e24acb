/** The shape of the tables of settings of the service; db/schema.ts joins them. */

export interface SettingTable {
  name: string;
  value: string;
}

export interface SettingTables {
  settings: SettingTable;
}
