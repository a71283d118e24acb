/** The shape of the tables of pre-orders and what is submitted to them; db/schema.ts joins them. */
import type { PreOrderStatus, SubmissionStatus } from '@platen/contracts/states';

export interface PreOrderTable {
  id: string;
  account_id: string;
  share_code: string;
  status: PreOrderStatus;
  /** Goes up with every change of the pre-order and of its submissions. */
  revision: number;
  title: string;
  description: string;
  order_type: 'photo' | 'document';
  spec_mode: 'fixed' | 'per_submission';
  /** JSON of a PrintSpec (pre-order-rules.ts); null when each submitter chooses. */
  spec: string | null;
  /** Most copies of one photo that a submitter may choose. */
  max_quantity: number;
  allow: 'anyone' | 'phones';
  /** JSON list of numbers that may submit. */
  phones: string;
  deadline_at: number | null;
  quota_per_person: number | null;
  quota_total: number | null;
  password_hash: string | null;
  /** JSON: how the later order is delivered, unless it says otherwise. */
  delivery: string;
  order_id: string | null;
  created_at: number;
  updated_at: number;
}

export interface SubmissionTable {
  id: string;
  pre_order_id: string;
  account_id: string;
  status: SubmissionStatus;
  photos: number;
  submitter_name: string;
  note: string;
  reject_reason: string;
  created_at: number;
  updated_at: number;
  reviewed_at: number | null;
}

/** `document_id` refers to an upload of the submitter, which may be deleted once the submission has ended. */
export interface SubmissionPhotoTable {
  submission_id: string;
  position: number;
  document_id: string;
  /** JSON of a SubmittedSpec. */
  spec: string;
}

export interface PreOrderTables {
  pre_orders: PreOrderTable;
  submissions: SubmissionTable;
  submission_photos: SubmissionPhotoTable;
}
