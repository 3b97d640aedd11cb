import type { DatedCharge } from '#domain/pix/dated-charge';
import type { PixKeyType } from '#domain/pix/key';
import type { ClaimEnd, ClaimKind, ClaimStatus } from '#domain/pix/key-claim';
import type { Review } from '#domain/pix/words';

/** Review status per part; `general` is the whole. */
export type Reviews = Record<'commercialInfo' | 'bankAccountInfo' | 'documentation' | 'general', Review>;

export type AccountRecord = {
  id: string;
  ownerId: string | null;
  walletId: string;
  name: string;
  email: string;
  cpfCnpj: string;
  balanceCents: number;
  reviews: Reviews;
  rejectReasons: string | null;
  /** Real time; documents become ready some time later. */
  madeAtMs: number;
  dateCreated: string;
  profile: Record<string, unknown>;
};

export type DocumentRecord = {
  id: string;
  accountId: string;
  type: string;
  title: string;
  description: string;
  status: 'NOT_SENT' | 'PENDING' | 'APPROVED' | 'REJECTED';
  files: { id: string; status: string; sha256: string; bytes: number }[];
};

export type KeyRecord = {
  id: string;
  accountId: string;
  key: string;
  type: PixKeyType;
  status: 'ACTIVE' | 'DELETED';
  dateCreated: string;
};

/** A key at another institution. */
export type OutsideKeyRecord = {
  key: string;
  type: PixKeyType;
  name: string;
  document: string;
  institution: string;
};

/** A claim of a key. `claimerId`, `donorId`: of accounts here; null: outside. Moments in ISO 8601. */
export type ClaimRecord = {
  id: string;
  kind: ClaimKind;
  status: ClaimStatus;
  key: string;
  type: PixKeyType;
  claimerId: string | null;
  donorId: string | null;
  claimerInstitution: string;
  donorInstitution: string;
  endedBy: ClaimEnd | null;
  resolveBy: string;
  completeBy: string;
  createdAt: string;
};

export type QrCodeRecord = {
  id: string;
  accountId: string;
  key: string;
  txid: string;
  amountCents: number | null;
  payload: string;
  description: string | null;
  externalReference: string | null;
  allowsMultiplePayments: boolean;
  expirationDate: string | null;
  timesPaid: number;
};

export type TransferStatus = 'PENDING' | 'BANK_PROCESSING' | 'DONE' | 'CANCELLED' | 'FAILED';

export type TransferRecord = {
  id: string;
  accountId: string;
  status: TransferStatus;
  amountCents: number;
  to: { key: string; keyType: PixKeyType } | { walletId: string };
  description: string | null;
  externalReference: string | null;
  endToEndId: string | null;
  failReason: string | null;
  dateCreated: string;
  effectiveDate: string | null;
  /** The bank's time, ISO 8601. */
  madeAt: string;
};

/** Who sells, outside the provider. */
export type Merchant = {
  name: string;
  tradingName: string;
  document: string;
  city: string;
  key: string | null;
};

/** A dynamic code of a merchant or of an account here: immediate until `expiresAt`, or dated. */
export type ChargeRecord = {
  id: string;
  /** Of an account's charge: the payment that it becomes. */
  paymentId?: string;
  txid: string;
  url: string;
  payload: string;
  merchant: Merchant;
  status: 'ACTIVE' | 'PAID' | 'REMOVED';
  /** Of an immediate one; null: the payer chooses. */
  amountCents: number | null;
  dated: DatedCharge | null;
  /** ISO 8601. */
  expiresAt: string | null;
  payer: { name: string; document: string } | null;
  finality: 'WITHDRAWAL' | 'CHANGE' | null;
  description: string | null;
};

/** A PIX that paid a code. */
export type PixDebitRecord = {
  id: string;
  accountId: string;
  status: 'REQUESTED' | 'DONE' | 'REFUSED';
  amountCents: number;
  refundedCents: number;
  chargeId: string | null;
  key: string | null;
  txid: string | null;
  payee: { name: string; document: string | null };
  description: string | null;
  endToEndId: string;
  refusalReason: string | null;
  dateCreated: string;
  effectiveDate: string | null;
};

export type BillStatus = 'PENDING' | 'BANK_PROCESSING' | 'PAID' | 'CANCELLED' | 'FAILED' | 'REFUNDED';

export type BillRecord = {
  id: string;
  accountId: string;
  status: BillStatus;
  line: string;
  amountCents: number;
  fineCents: number;
  interestCents: number;
  dueDate: string | null;
  companyName: string;
  description: string | null;
  externalReference: string | null;
  dateCreated: string;
  scheduleDate: string;
  paymentDate: string | null;
  failReasons: string | null;
};

export type PaymentRecord = {
  id: string;
  accountId: string;
  amountCents: number;
  description: string | null;
  externalReference: string | null;
  payerName: string;
  payerDocument: string | null;
  customerId: string;
  pixTransactionId: string;
  pixQrCodeId: string | null;
  key: string | null;
  txid: string | null;
  endToEndId: string;
  dateCreated: string;
  /** Null: a charge that nobody has paid yet. */
  paidOn: string | null;
  /** What asked for it; absent: a PIX that nobody had charged. */
  charged?: ChargedPart;
  /** The transfer, or the payment of its code, that paid it, if its payer has an account here. */
  transferId?: string;
  debitId?: string;
  refunds?: RefundRecord[];
  /** As a whole. */
  isRefunded?: boolean;
};

export type ChargedPart = {
  chargeId: string;
  originalCents: number;
  dueDate: string;
  isDeleted: boolean;
};

/** Who is charged, as their creditor knows them. */
export type CustomerRecord = {
  id: string;
  accountId: string;
  name: string;
  cpfCnpj: string;
  externalReference: string | null;
  notificationDisabled: boolean;
  dateCreated: string;
};

export type RefundRecord = {
  dateCreated: string;
  status: 'PENDING' | 'DONE' | 'CANCELLED';
  amountCents: number;
  description: string | null;
  /** Begins with D. */
  endToEndId: string;
};

/** Money of a transfer, or of a paid code, that its receiver gave back: a PIX transaction of the payer. */
export type PixReturnRecord = {
  id: string;
  accountId: string;
  status: 'DONE';
  amountCents: number;
  description: string | null;
  endToEndId: string;
  paidBy: string;
  original: { endToEndId: string | null; amountCents: number; effectiveDate: string | null };
  /** Of who gave it back. */
  name: string | null;
  document: string | null;
  dateCreated: string;
};

export type WebhookRecord = {
  id: string;
  accountId: string;
  name: string;
  url: string;
  email: string;
  enabled: boolean;
  interrupted: boolean;
  authToken: string;
  sendType: 'SEQUENTIALLY' | 'NON_SEQUENTIALLY';
  events: string[];
  failuresInARow: number;
};

/** All records by kind. `email`, `wallet` and `token` (hashed) point to an account. */
export type Records = {
  account: AccountRecord;
  email: { accountId: string };
  wallet: { accountId: string };
  token: { accountId: string; id: string; name: string };
  document: DocumentRecord;
  key: KeyRecord;
  outsideKey: OutsideKeyRecord;
  claim: ClaimRecord;
  qrCode: QrCodeRecord;
  charge: ChargeRecord;
  pixDebit: PixDebitRecord;
  transfer: TransferRecord;
  bill: BillRecord;
  payment: PaymentRecord;
  customer: CustomerRecord;
  pixReturn: PixReturnRecord;
  webhook: WebhookRecord;
};
export type Kind = keyof Records;
