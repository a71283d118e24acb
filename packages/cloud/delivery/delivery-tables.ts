/** The shape of the tables of coverage, carriers and pickup points; the regions themselves are in no table; db/schema.ts joins them. */

export type DeliveryService = 'standard' | 'express';

/** Whether a service reaches a region and everything below it, until a rule further down says otherwise. */
export interface CoverageRuleTable {
  id: string;
  region_id: string;
  service: DeliveryService;
  allow: number;
  eta_min_days: number;
  eta_max_days: number;
  /** `HH:MM`, in the time zone of the shipping settings: what is paid later counts from the next day. */
  cut_off: string | null;
  /** Express: what it costs. Standard: what is added to the carrier's fee there. */
  fee_minor: number;
  created_at: number;
  updated_at: number;
}

export interface CarrierTable {
  id: string;
  code: string;
  name_zh: string;
  name_en: string;
  enabled: number;
  /** The first fee of a rate covers this much; every begun step beyond costs the step fee. */
  first_weight_g: number;
  step_weight_g: number;
  /** The heaviest parcel; null: no limit. */
  max_weight_g: number | null;
  /** Subtotal from which it costs nothing; null: never. */
  free_from_minor: number | null;
  position: number;
  created_at: number;
  updated_at: number;
}

/** What a carrier takes in a region and below; the nearest region that has a rate counts. */
export interface CarrierRateTable {
  id: string;
  carrier_id: string;
  region_id: string;
  first_fee_minor: number;
  step_fee_minor: number;
  created_at: number;
  updated_at: number;
}

export interface PickupPointTable {
  id: string;
  shop_id: string;
  region_id: string;
  name: string;
  address: string;
  phone: string;
  /** Millionths of a degree, WGS 84; both or none. */
  latitude_e6: number | null;
  longitude_e6: number | null;
  /** JSON: OpeningHours of delivery/pickup-rules.ts. */
  hours: string;
  /** IANA name. */
  time_zone: string;
  enabled: number;
  position: number;
  created_at: number;
  updated_at: number;
}

export interface DeliveryTables {
  coverage_rules: CoverageRuleTable;
  carriers: CarrierTable;
  carrier_rates: CarrierRateTable;
  pickup_points: PickupPointTable;
}
