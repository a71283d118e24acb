/** The shape of the tables of migration 9: login codes, sessions. */

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

export interface AccountsSchema {
  login_codes: LoginCodeTable;
  sessions: SessionTable;
}
