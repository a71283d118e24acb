/** The shape of the tables of accounts: who they are, how they come in, their keys and money; db/schema.ts joins them. */

export type Role = 'customer' | 'operator' | 'admin';

/** BCP 47; what messages and pages are written in. */
export type Language = 'zh-CN' | 'en';

export interface AccountTable {
  id: string;
  phone: string;
  nickname: string;
  role: Role;
  shop_id: string | null;
  created_at: number;
  /** null: not chosen. */
  language: Language | null;
  disabled_at: number | null;
  /** When its owner closed it: nobody comes in any more, and its number may register anew. */
  closed_at: number | null;
  /** When it is time to remove what a closed account still keeps; null: nothing is left. */
  clear_at: number | null;
}

/** The newest code of a phone number that one network asked for. */
export interface LoginCodeTable {
  /** E.164 */
  phone: string;
  /** SHA-256 of the network that asked, base64url. */
  network: string;
  /** HMAC-SHA-256 of number and code, hex. */
  code_hash: string;
  /** Wrong tries of this code from the network that asked for it. */
  tries: number;
  /** Wrong tries from everywhere else. */
  foreign_tries: number;
  expires_at: number;
  used_at: number | null;
}

export interface SessionTable {
  id: string;
  account_id: string;
  /** SHA-256 of the token in the cookie, hex. */
  token_hash: string;
  /** What the browser calls itself. */
  device: string;
  created_at: number;
  last_used_at: number;
  expires_at: number;
  revoked_at: number | null;
}

export interface ApiKeyTable {
  id: string;
  account_id: string;
  name: string;
  key_hash: string;
  key_hint: string;
  created_at: number;
  expires_at: number | null;
  revoked_at: number | null;
  /** Within a minute. */
  last_used_at: number | null;
}

export interface BalanceTable {
  account_id: string;
  amount_minor: number;
  currency: string;
}

export interface LedgerTable {
  id: string;
  account_id: string;
  amount_minor: number;
  balance_after_minor: number;
  currency: string;
  cause: string;
  cause_id: string;
  note: string;
  created_at: number;
}

export interface AccountTables {
  accounts: AccountTable;
  login_codes: LoginCodeTable;
  sessions: SessionTable;
  api_keys: ApiKeyTable;
  balances: BalanceTable;
  ledger: LedgerTable;
}
