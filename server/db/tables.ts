// Written by `npm run tables` from the migrations; a test fails when it is not current.
import type { ColumnType } from 'kysely'

type Generated<T> = T extends ColumnType<infer S, infer I, infer U> ? ColumnType<S, I | undefined, U> : ColumnType<T, T | undefined, T>
type Moment = ColumnType<string, string | Date, string | Date>
type Json = ColumnType<unknown, string, string>
type Bigint = ColumnType<number, number | bigint, number | bigint>

export interface AccountBilling {
  account_id: string
  tax_exempt: Generated<boolean>
  reminders: Generated<boolean>
  version: Generated<number>
  updated_at: Generated<Moment>
}

export interface Accounts {
  id: string
  name: string
  code: string | null
  email: string | null
  phone: string | null
  address: string | null
  country: string | null
  status: Generated<string>
  labels: Generated<string[]>
  notes: string | null
  price_tier: Generated<string>
  payment_terms_days: Generated<number>
  min_shelf_life_days: number | null
  external_ref: string | null
  created_at: Generated<Moment>
  updated_at: Generated<Moment>
  deleted_at: Moment | null
  deleted_by: string | null
  version: Generated<number>
  latitude: number | null
  longitude: number | null
  tax_number: string | null
  credit_limit: Bigint | null
  delivery_windows: Generated<Json>
  delivery_note: string | null
  merged_into: string | null
  owner_id: string | null
}

export interface Addresses {
  id: string
  account_id: string | null
  supplier_id: string | null
  kind: string
  name: string | null
  address: string
  country: string | null
  latitude: number | null
  longitude: number | null
  created_at: Generated<Moment>
  updated_at: Generated<Moment>
  version: Generated<number>
}

export interface AttributeChoices {
  id: string
  attribute_id: string
  position: number
  label: string
}

export interface Attributes {
  id: string
  name: string
  kind: string
  unit: string | null
  created_at: Generated<Moment>
  updated_at: Generated<Moment>
  deleted_at: Moment | null
  deleted_by: string | null
  version: Generated<number>
}

export interface AuditLog {
  id: Generated<Bigint>
  at: Generated<Moment>
  actor_id: string | null
  act: string
  entity: string
  entity_id: string | null
  details: Generated<Json>
  request_id: string | null
}

export interface AuditSeals {
  last_entry: Bigint
  rows: number
  hash: Buffer
  at: Generated<Moment>
}

export interface BillOfMaterials {
  product_id: string
  raw_material_id: string
  quantity: number
}

export interface CallTasks {
  id: string
  account_id: string
  note: string | null
  due_date: string
  created_by: string | null
  created_at: Generated<Moment>
  done_at: Moment | null
  done_by: string | null
}

export interface Categories {
  id: string
  name: string
  description: string | null
  created_at: Generated<Moment>
  updated_at: Generated<Moment>
  deleted_at: Moment | null
  deleted_by: string | null
  version: Generated<number>
}

export interface ClosingBalances {
  closed_until: string
  role: string
  key: string
  amount: Bigint
}

export interface Commitment {
  id: string
  source_type: string
  source_id: string
  source_line_id: string
  cycle: number
  item_id: string
  location_id: string
  lot_id: string
  quantity: number
  state: Generated<string>
  created_at: Generated<Moment>
  lot_reason: string | null
  chosen_by: string | null
}

export interface CompanyLogo {
  id: Generated<number>
  content: Buffer | null
  hash: string | null
  updated_at: Generated<Moment>
  version: Generated<number>
}

export interface CompanySetup {
  id: Generated<number>
  skipped: Generated<string[]>
  is_dismissed: Generated<boolean>
  version: Generated<number>
}

export interface ConsignmentCountLines {
  count_id: string
  item_id: string
  lot_id: string
  expected: number
  counted: number
}

export interface ConsignmentCounts {
  id: string
  account_id: string
  location_id: string
  status: string
  counted_by: string
  counted_at: Moment
  received_at: Generated<Moment>
  decided_by: string | null
  decided_at: Moment | null
  reason: string | null
  order_id: string | null
}

export interface Contacts {
  id: string
  name: string
  email: string | null
  phone: string | null
  position: string | null
  account_id: string | null
  supplier_id: string | null
  affiliation: string | null
  status: Generated<string>
  notes: string | null
  merged_into: string | null
  created_at: Generated<Moment>
  updated_at: Generated<Moment>
  deleted_at: Moment | null
  deleted_by: string | null
  version: Generated<number>
}

export interface Counters {
  name: string
  year: number
  value: Bigint
  first: Generated<Bigint>
}

export interface CreditEntry {
  id: string
  account_id: string
  kind: string
  amount: Bigint
  payment_id: string | null
  invoice_id: string | null
  payment_entry_id: string | null
  source_id: string | null
  day: string
  method: string | null
  reference: string | null
  reason: string | null
  reverses_id: string | null
  actor_id: string | null
  at: Generated<Moment>
}

export interface CreditNoteLines {
  id: string
  credit_note_id: string
  position: number
  invoice_line_id: string
  name: string
  quantity: number
  tax_name: string
  tax: Bigint
  total: Bigint
}

export interface CreditNotes {
  id: string
  number: string
  account_id: string
  invoice_id: string
  return_id: string
  issued_date: string
  tax: Bigint
  total: Bigint
  actor_id: string | null
  at: Generated<Moment>
}

export interface CustomerCredit {
  account_id: string
  credit: Generated<Bigint>
}

export interface DeliveredLines {
  shipment_line_id: string
  stop_id: string | null
  delivered: number
  refused: Generated<number>
  damaged: Generated<number>
  note: string | null
}

export interface DeliveryNotices {
  shipment_id: string
  attempt: number
  kind: string
  sent_at: Moment
}

export interface DeliveryProofs {
  id: string
  shipment_id: string
  stop_id: string | null
  received_by: string
  signature: string | null
  typed_name: string | null
  photos: Generated<string[]>
  device_at: Moment
  received_at: Moment
  latitude: number | null
  longitude: number | null
  document: Json
  hash: string
  undone_at: Moment | null
  strokes: Json | null
  scanned: Generated<string[]>
}

export interface DemandForecasts {
  item_id: string
  first_week: string
  made_at: Moment
  history: number[]
  weeks: number[]
  low: number[]
  high: number[]
  demand: number
  method: string
  intermittent: boolean
  wape: number | null
  bias: number | null
  naive_wape: number | null
  month_error: number
  tested: number
  weekdays: number[]
}

export interface DemandShares {
  item_id: string
  location_id: string
  share: number
}

export interface DriverEvents {
  event_id: string
  driver_id: string
  device_id: string
  seq: number
  type: string
  route_id: string
  stop_id: string | null
  device_at: Moment
  received_at: Moment
  payload: Json
  outcome: string
  code: string | null
  reason: string | null
}

export interface DriverFileParts {
  file_id: string
  start_byte: number
  content: Buffer
}

export interface DriverFiles {
  sha256: string
  driver_id: string
  file_id: string
  size: number
  received: Generated<number>
  complete_at: Moment | null
  created_at: Generated<Moment>
}

export interface DriverPositions {
  route_id: string
  at: Moment
  latitude: number
  longitude: number
  accuracy: number | null
}

export interface Drivers {
  user_id: string
  hours: Generated<Json>
  vehicle_id: string | null
  updated_at: Generated<Moment>
  version: Generated<number>
}

export interface DrivingObservations {
  stop_id: string
  hour: number
  region: string
  straight_metres: number
  seconds: number
  observed_at: Moment
}

export interface EstimateAnswers {
  estimate_id: string
  answer: string
  how: string
  name: string
  reason: string | null
  signature: Json | null
  lines_hash: Buffer
  address: string | null
  at: Moment
}

export interface EstimateLines {
  id: string
  estimate_id: string
  position: number
  kind: string
  item_id: string | null
  service_type_id: string | null
  name: string
  sku: string | null
  unit: string | null
  quantity: number
  price_tier: string | null
  own_price: boolean
  unit_price: Bigint
  total: Bigint
  discount: Bigint
  tax_name: string
  tax_kind: string
  tax_rate: number
  tax: Bigint
  net: Generated<Bigint>
  gross: Generated<Bigint>
}

export interface EstimateLinks {
  id: string
  estimate_id: string
  token_hash: Buffer
  sent_to: string
  created_at: Generated<Moment>
  expires_at: Moment
  revoked_at: Moment | null
  first_seen_at: Moment | null
}

export interface EstimateMoves {
  id: Generated<Bigint>
  estimate_id: string
  move: string
  from_status: string | null
  to_status: string
  reason: string | null
  actor_id: string | null
  at: Generated<Moment>
}

export interface Estimates {
  id: string
  number: string
  revision: Generated<number>
  revises_id: string | null
  account_id: string
  opportunity_id: string | null
  order_id: string | null
  status: string
  estimate_date: string
  valid_until: string
  reference: string | null
  notes: string | null
  cancel_reason: string | null
  discount_kind: string | null
  discount_value: Bigint | null
  discount: Bigint
  tax: Bigint
  total: Bigint
  line_count: number
  sent_at: Moment | null
  sent_to: string | null
  created_by: string | null
  created_at: Generated<Moment>
  updated_at: Generated<Moment>
  deleted_at: Moment | null
  deleted_by: string | null
  version: Generated<number>
  sent_mail_id: string | null
  ship_to_id: string | null
  bill_to_id: string | null
  new_ship_to: Json | null
}

export interface ExportParts {
  export_id: string
  place: number
  content: Buffer
}

export interface Exports {
  id: string
  owner_id: string
  file_name: string
  wish: Json
  state: Generated<string>
  rows: number
  progress: Generated<number>
  failure: string | null
  created_at: Generated<Moment>
  expires_at: Moment
  run_id: string | null
}

export interface GoodsReceiptLines {
  id: string
  receipt_id: string
  order_line_id: string
  position: number
  item_id: string
  location_id: string
  lot_id: string
  quantity: number
  damaged: Generated<boolean>
  value: Bigint
  fees: Bigint
  returned: Generated<number>
}

export interface GoodsReceipts {
  id: string
  number: string
  order_id: string
  location_id: string
  received_date: string
  delivery_note: string | null
  notes: string | null
  fees: Bigint
  reversed_at: Moment | null
  reversed_by: string | null
  reversal_reason: string | null
  created_by: string | null
  at: Generated<Moment>
}

export interface Idempotency {
  actor_id: string
  key: string
  route: string
  request_hash: Buffer
  status: number | null
  body: string | null
  created_at: Generated<Moment>
}

export interface Imports {
  id: string
  file_name: string
  content: Buffer
  encoding: string
  delimiter: string
  state: Generated<string>
  columns: string[]
  samples: string[]
  mapping: Json
  progress: Generated<number>
  rows: number
  good: Generated<number>
  known: Generated<number>
  bad: Generated<number>
  problems: Generated<Json>
  to_add: Generated<Json>
  added: Generated<Json>
  cancel_requested: Generated<boolean>
  failure: string | null
  created_by: string
  created_at: Generated<Moment>
  finished_at: Moment | null
  kind: string
  steps: Generated<Json>
  job_id: string | null
  run_id: string | null
}

export interface InvoiceLines {
  id: string
  invoice_id: string
  position: number
  item_id: string | null
  quantity: number
  unit_price: Bigint
  total: Bigint
  kind: Generated<string>
  order_line_id: string | null
  name: string
  unit: string | null
  discount: Generated<Bigint>
  tax_name: Generated<string>
  tax_kind: Generated<string>
  tax_rate: Generated<number>
  tax: Generated<Bigint>
  net: Generated<Bigint>
  gross: Generated<Bigint>
}

export interface Invoices {
  id: string
  number: string
  order_id: string | null
  cycle: number
  account_id: string
  issued_date: string
  due_date: string
  total: Bigint
  paid: Generated<Bigint>
  payment_status: Generated<string>
  voided_at: Moment | null
  void_reason: string | null
  created_at: Generated<Moment>
  updated_at: Generated<Moment>
  deleted_at: Moment | null
  deleted_by: string | null
  version: Generated<number>
  discount: Generated<Bigint>
  tax: Generated<Bigint>
  ship_to: Json | null
  bill_to: Json | null
  reference: string | null
}

export interface ItemAttributes {
  item_id: string
  attribute_id: string
  text_value: string | null
  number_value: string | null
  choice_id: string | null
}

export interface ItemSalesDays {
  day: string
  item_id: string
  quantity: Bigint
  net: Bigint
}

export interface ItemStock {
  item_id: string
  on_hand: Generated<Bigint>
  committed: Generated<Bigint>
  entries: Generated<Bigint>
  low_at: Generated<number>
  unsellable: Generated<Bigint>
  holds_from: Generated<string>
  holds_until: Generated<string>
  stock_status: Generated<string>
}

export interface Items {
  id: string
  kind: string
  sku: string
  name: string
  description: Generated<string>
  category_id: string | null
  supplier_id: string | null
  location_id: string | null
  material_type: string | null
  price: Generated<Bigint>
  cost: Generated<Bigint>
  price_retail: Bigint | null
  price_wholesale: Bigint | null
  price_distributor: Bigint | null
  price_high_volume: Bigint | null
  moq: number | null
  pcs_per_case: Generated<number>
  cases_per_bale: number | null
  size: string | null
  color: string | null
  weight_grams: Bigint | null
  note: string | null
  barcode: string | null
  cold_chain: Generated<boolean>
  lot_controlled: Generated<boolean>
  reorder_point: number | null
  external_ref: string | null
  created_at: Generated<Moment>
  updated_at: Generated<Moment>
  deleted_at: Moment | null
  deleted_by: string | null
  version: Generated<number>
  controlled: Generated<boolean>
  supplier_code: string | null
  lead_time_days: number | null
}

export interface JournalAccounts {
  id: Generated<number>
  content: Json
  version: Generated<number>
  updated_at: Generated<Moment>
  consultant: Generated<number>
  client: Generated<number>
  fiscal_month: Generated<number>
}

export interface KitComponents {
  kit_id: string
  position: number
  item_id: string
  quantity: number
}

export interface KitOrderLines {
  id: string
  order_id: string
  position: number
  item_id: string
  per_kit: number
  quantity: number
  cost: Bigint | null
}

export interface KitOrders {
  id: string
  number: string
  kit_id: string
  location_id: string
  quantity: number
  status: string
  cycle: Generated<number>
  note: string | null
  cancel_reason: string | null
  lot_id: string | null
  total_cost: Bigint | null
  unit_cost: Bigint | null
  taken_apart: Generated<number>
  completed_at: Moment | null
  created_by: string | null
  created_at: Generated<Moment>
  updated_at: Generated<Moment>
  deleted_at: Moment | null
  deleted_by: string | null
  version: Generated<number>
}

export interface KnownDevices {
  id: string
  token_hash: Buffer
  user_id: string
  created_at: Generated<Moment>
  last_seen_at: Generated<Moment>
}

export interface Limits {
  key: string
  hits: number
  since: Generated<Moment>
  blocked_until: Moment | null
}

export interface ListSettings {
  user_id: string
  list: string
  content: Json
  updated_at: Generated<Moment>
}

export interface ListViewDefaults {
  user_id: string
  list: string
  view_id: string
}

export interface ListViews {
  id: string
  list: string
  owner_id: string
  name: string
  content: Json
  shared_with: Generated<string[]>
  created_at: Generated<Moment>
  updated_at: Generated<Moment>
  version: Generated<number>
}

export interface Locations {
  id: string
  name: string
  type: string
  address: string | null
  latitude: number | null
  longitude: number | null
  description: string | null
  external_ref: string | null
  created_at: Generated<Moment>
  updated_at: Generated<Moment>
  deleted_at: Moment | null
  deleted_by: string | null
  version: Generated<number>
  consignee_id: string | null
}

export interface LotChanges {
  id: Generated<Bigint>
  lot_id: string
  act: string
  from_status: string
  to_status: string
  old_expiry: string | null
  new_expiry: string | null
  reason: string
  after_entry: Bigint
  actor_id: string | null
  at: Generated<Moment>
  after_move: Bigint | null
}

export interface Lots {
  id: string
  item_id: string
  lot_number: string
  expiry_date: string | null
  manufactured_on: string | null
  status: Generated<string>
  created_at: Generated<Moment>
  supplier_id: string | null
  updated_at: Generated<Moment>
  version: Generated<number>
  unit_cost: Bigint | null
}

export interface MailAttachments {
  id: string
  mail_id: string
  name: string
  type: string
  content: Buffer
}

export interface MailOutbox {
  id: string
  to_address: string
  subject: string
  content: Json | null
  state: Generated<string>
  attempts: Generated<number>
  problem: string | null
  expires_at: Moment | null
  created_at: Generated<Moment>
  sent_at: Moment | null
  started_at: Moment | null
}

export interface MailSettings {
  id: Generated<number>
  host: string | null
  port: number | null
  encryption: string | null
  username: string | null
  password: string | null
  sender_name: string | null
  sender_address: string | null
  is_on: Generated<boolean>
  tested_server: string | null
  tested_at: Moment | null
  test_problem: string | null
  version: Generated<number>
  updated_at: Generated<Moment>
}

export interface MoneyMails {
  id: string
  kind: string
  account_id: string
  invoice_id: string | null
  level: number | null
  to_address: string
  mail_id: string | null
  actor_id: string | null
  at: Generated<Moment>
  credit_note_id: string | null
}

export interface NotificationReads {
  user_id: string
  notification_id: string
  is_read: boolean
}

export interface NotificationSettings {
  user_id: string
  muted: Generated<string[]>
  digest: Generated<string>
  read_until: Moment | null
  digested_at: Moment | null
  version: Generated<number>
  unsubscribe_key: Generated<string>
  digest_before: string | null
}

export interface Notifications {
  id: Generated<string>
  kind: string
  user_id: string | null
  actor_id: string | null
  entity_id: string | null
  subject: string
  detail: string | null
  at: Generated<Moment>
  settled_at: Generated<Moment>
}

export interface NumberPrefixes {
  prefix: string
  series: string
}

export interface OneTimeTokens {
  id: string
  token_hash: Buffer
  purpose: string
  user_id: string
  attempts: Generated<number>
  created_at: Generated<Moment>
  expires_at: Moment
  used_at: Moment | null
}

export interface Opportunities {
  id: string
  title: string
  account_id: string | null
  prospect_id: string | null
  stage: string
  value: Bigint
  expected_close: string | null
  notes: string | null
  lost_reason: string | null
  lost_note: string | null
  closed_at: Moment | null
  created_by: string | null
  created_at: Generated<Moment>
  updated_at: Generated<Moment>
  deleted_at: Moment | null
  deleted_by: string | null
  version: Generated<number>
  owner_id: string | null
}

export interface OrderMessageReads {
  order_id: string
  by_customer: boolean
  read_at: Moment
  read_by: string
}

export interface OrderMessages {
  id: string
  order_id: string
  from_customer: boolean
  author_id: string
  body: string
  at: Generated<Moment>
}

export interface OrderReleases {
  order_id: string
  item_id: string
  after_entry: Bigint
  after_move: Bigint
  at: Moment
}

export interface PartnerNotes {
  id: string
  account_id: string | null
  supplier_id: string | null
  text: string
  author_id: string
  created_at: Generated<Moment>
  updated_at: Generated<Moment>
  version: Generated<number>
}

export interface PasskeyChallenges {
  challenge_hash: Buffer
  purpose: string
  user_id: string | null
  realm: string
  expires_at: Moment
}

export interface Passkeys {
  id: string
  user_id: string
  realm: string
  credential_id: string
  public_key: Buffer
  counter: Bigint
  transports: Generated<string[]>
  name: string
  created_at: Generated<Moment>
  last_used_at: Moment | null
}

export interface PaymentEntry {
  id: string
  invoice_id: string
  kind: string
  amount: Bigint
  method: string | null
  reference: string | null
  received_date: string
  reason: string | null
  reverses_id: string | null
  actor_id: string | null
  at: Generated<Moment>
  payment_id: string | null
}

export interface Payments {
  id: string
  number: string
  account_id: string
  received_date: string
  method: string
  reference: string | null
  amount: Bigint
  kept: Generated<Bigint>
  voided_at: Moment | null
  voided_by: string | null
  void_reason: string | null
  actor_id: string | null
  at: Generated<Moment>
}

export interface PeriodEvents {
  id: Generated<Bigint>
  kind: string
  closed_until: string | null
  reason: string | null
  actor_id: string | null
  at: Generated<Moment>
}

export interface PeriodLock {
  id: Generated<number>
  closed_until: string | null
  version: Generated<number>
}

export interface PipelineMoves {
  id: Generated<Bigint>
  subject_id: string
  from_status: string | null
  to_status: string
  reason: string | null
  actor_id: string | null
  at: Generated<Moment>
}

export interface PortalViews {
  id: string
  session_id: string
  user_id: string
  account_id: string
  started_at: Generated<Moment>
  expires_at: Moment
}

export interface PriceChanges {
  id: Generated<Bigint>
  item_id: string
  price: string
  old_amount: Bigint | null
  new_amount: Bigint | null
  actor_id: string | null
  at: Generated<Moment>
}

export interface ProductImages {
  id: string
  item_id: string
  position: number
  file_name: string
  width: number
  height: number
  bytes: number
  created_by: string | null
  created_at: Generated<Moment>
  removed_at: Moment | null
  alt: Generated<string>
  source_hash: string
}

export interface ProductionRunLines {
  id: string
  run_id: string
  position: number
  item_id: string
  per_piece: number
  quantity: number
  cost: Bigint
  wasted: Generated<number>
}

export interface ProductionRuns {
  id: string
  number: string
  product_id: string
  location_id: string
  lot_id: string
  quantity: number
  scrapped: Generated<number>
  scrap_reason: string | null
  total_cost: Bigint
  unit_cost: Bigint
  cost_before: Bigint
  cost_after: Bigint
  note: string | null
  reverses_id: string | null
  reverse_reason: string | null
  actor_id: string | null
  at: Generated<Moment>
}

export interface Proofs {
  id: string
  started_by: string | null
  started_at: Moment
  ended_at: Moment | null
  state: string
  checks: Generated<Json>
  total: number
  failure: string | null
  run_id: string | null
}

export interface Prospects {
  id: string
  name: string
  contact: string | null
  email: string | null
  phone: string | null
  address: string | null
  country: string | null
  source: string | null
  status: string
  follow_up_date: string | null
  labels: Generated<string[]>
  notes: string | null
  disqualify_reason: string | null
  account_id: string | null
  converted_at: Moment | null
  created_by: string | null
  created_at: Generated<Moment>
  updated_at: Generated<Moment>
  deleted_at: Moment | null
  deleted_by: string | null
  version: Generated<number>
  owner_id: string | null
}

export interface PurchaseDays {
  day: string
  supplier_id: string
  status: string
  orders: Bigint
  total: Bigint
}

export interface PurchaseFeeEntries {
  id: Generated<Bigint>
  receipt_line_id: string
  amount: Bigint
  landed: Bigint
  actor_id: string | null
  at: Generated<Moment>
}

export interface PurchaseOrderFees {
  order_id: string
  position: number
  kind: string
  label: string | null
  amount: Bigint
}

export interface PurchaseOrderLines {
  id: string
  order_id: string
  position: number
  item_id: string
  quantity: number
  unit_cost: Bigint
  total: Bigint
  expected_date: string | null
  receivable: number
  received: Generated<number>
}

export interface PurchaseOrderMoves {
  id: Generated<Bigint>
  order_id: string
  move: string
  from_status: string | null
  to_status: string
  reason: string | null
  actor_id: string | null
  at: Generated<Moment>
}

export interface PurchaseOrders {
  id: string
  number: string
  supplier_id: string
  location_id: string
  status: string
  order_date: string
  expected_date: string | null
  reference: string | null
  notes: string | null
  goods_total: Bigint
  fees_total: Bigint
  total: Bigint
  line_count: number
  sent_at: Moment | null
  sent_to: string | null
  created_by: string | null
  submitted_by: string | null
  created_at: Generated<Moment>
  updated_at: Generated<Moment>
  deleted_at: Moment | null
  deleted_by: string | null
  version: Generated<number>
  sent_mail_id: string | null
  edited_by: Generated<string[]>
}

export interface RecallAcknowledgements {
  recall_id: string
  account_id: string
  name: string
  held: number
  note: string | null
  user_id: string
  at: Generated<Moment>
}

export interface RecallCustomers {
  recall_id: string
  account_id: string
  told_how: string
  told_note: string | null
  told_at: Moment
  told_by: string | null
  told_mail_id: string | null
}

export interface RecallLots {
  recall_id: string
  lot_id: string
  status_before: string
  is_derived: boolean
}

export interface RecallReturns {
  id: string
  recall_id: string
  account_id: string
  lot_id: string
  location_id: string
  quantity: number
  note: string | null
  actor_id: string | null
  at: Generated<Moment>
}

export interface Recalls {
  id: string
  number: string
  status: Generated<string>
  reason: string
  instruction: string
  supplier_id: string | null
  received_from: string | null
  received_to: string | null
  summary: string | null
  took_ms: number
  created_by: string
  created_at: Generated<Moment>
  ended_by: string | null
  ended_at: Moment | null
  updated_at: Generated<Moment>
  version: Generated<number>
  effect: Json | null
  ended_entry: Bigint | null
}

export interface RecoveryCodes {
  user_id: string
  code_hash: Buffer
  used_at: Moment | null
}

export interface RegistrationLinks {
  id: string
  token_hash: Buffer
  role: string
  permissions: Json
  created_by: string
  created_at: Generated<Moment>
  expires_at: Moment
  used_at: Moment | null
  revoked_at: Moment | null
  email: string | null
  used_by: string | null
}

export interface ReportRecipients {
  id: string
  schedule_id: string
  user_id: string | null
  email: string | null
  unsubscribe_key: Generated<string>
  unsubscribed_at: Moment | null
}

export interface ReportRuns {
  id: string
  schedule_id: string
  due_at: Moment
  manual: Generated<boolean>
  state: Generated<string>
  problem: string | null
  mail_ids: Generated<string[]>
  ended_at: Moment | null
}

export interface ReportSchedules {
  id: string
  saved_report_id: string
  owner_id: string
  frequency: string
  weekday: number | null
  month_day: number | null
  at_time: string
  format: string
  paused_at: Moment | null
  stopped_reason: string | null
  next_run_at: Moment | null
  time_zone: string
  version: Generated<number>
  created_at: Generated<Moment>
  updated_at: Generated<Moment>
}

export interface Requisitions {
  id: string
  account_id: string
  status: string
  lines: Json
  requested_date: string | null
  reference: string | null
  notes: string | null
  total: Bigint
  order_id: string | null
  requested_by: string
  decided_by: string | null
  decided_at: Moment | null
  decline_reason: string | null
  created_at: Generated<Moment>
  version: Generated<number>
  ship_to_id: string | null
  new_ship_to: Json | null
}

export interface RetentionCustomers {
  account_id: string
  last_order_date: string | null
  rhythm_days: number | null
  rhythm_of: string | null
  expected_date: Generated<string | null>
  opted_out_at: Moment | null
  opted_out_by: string | null
  unsubscribe_key: Generated<string>
  hold_out_bucket: Generated<number | null>
  steps: Generated<number>
  last_step_at: Moment | null
  is_active: Generated<boolean>
}

export interface RetentionMessages {
  id: string
  account_id: string
  spell: string
  step: number
  trigger: string
  channel: string
  to_address: string
  subject: string | null
  body: string | null
  state: Generated<string>
  problem: string | null
  is_uncertain: Generated<boolean>
  provider_id: string | null
  delivered_at: Moment | null
  resend_of: string | null
  queued_at: Moment
  started_at: Moment | null
  at: Moment | null
}

export interface RetentionSettings {
  id: Generated<number>
  content: Json
  version: Generated<number>
  updated_at: Generated<Moment>
}

export interface RetentionSteps {
  id: Generated<string>
  account_id: string
  spell: string
  step: number
  kind: string
  trigger: string
  at: Moment
}

export interface RetentionTemplates {
  id: Generated<string>
  channel: string
  step: number
  subject: string
  body: string
  version: Generated<number>
  updated_at: Generated<Moment>
}

export interface RoadLegs {
  from_latitude: number
  from_longitude: number
  to_latitude: number
  to_longitude: number
  metres: number | null
  seconds: number | null
  measured_at: Moment
}

export interface RouteEvents {
  id: Generated<Bigint>
  route_id: string
  stop_id: string | null
  act: string
  reason: string | null
  actor_id: string | null
  at: Generated<Moment>
}

export interface RouteStops {
  id: string
  route_id: string
  shipment_id: string
  order_id: string
  sequence: number | null
  status: Generated<string>
  service_minutes: Generated<number>
  window_from: Moment | null
  window_to: Moment | null
  address: string | null
  latitude: number | null
  longitude: number | null
  distance: number | null
  travel_seconds: number | null
  eta: Moment | null
  arrived_at: Moment | null
  finished_at: Moment | null
  postponements: Generated<number>
  received_by: string | null
  failure_reason: string | null
  note: string | null
  final_event_id: string | null
  created_at: Generated<Moment>
  removed_at: Moment | null
}

export interface Routes {
  id: string
  number: string
  date: string
  status: string
  driver_id: string
  vehicle_id: string | null
  start_location_id: string
  starts_at: string
  notes: string | null
  cancel_reason: string | null
  distance: Generated<number>
  travel_seconds: Generated<number>
  ends_at: Moment | null
  load_checked_at: Moment | null
  started_at: Moment | null
  ended_at: Moment | null
  driven_metres: number | null
  created_by: string | null
  created_at: Generated<Moment>
  updated_at: Generated<Moment>
  deleted_at: Moment | null
  deleted_by: string | null
  version: Generated<number>
}

export interface SalesDays {
  day: string
  account_id: string
  status: string
  orders: Bigint
  total: Bigint
}

export interface SalesOrderCharges {
  id: string
  order_id: string
  position: number
  kind: string
  service_type_id: string | null
  name: string
  unit: string | null
  quantity: number
  unit_price: Bigint
  own_price: Generated<boolean>
  total: Bigint
  discount: Generated<Bigint>
  tax_name: string
  tax_kind: string
  tax_rate: number
  tax: Bigint
  net: Generated<Bigint>
  gross: Generated<Bigint>
}

export interface SalesOrderLines {
  id: string
  order_id: string
  position: number
  item_id: string
  quantity: number
  price_tier: string | null
  unit_price: Bigint
  total: Bigint
  external_ref: string | null
  discount: Generated<Bigint>
  tax_name: Generated<string>
  tax_kind: Generated<string>
  tax_rate: Generated<number>
  tax: Generated<Bigint>
  net: Generated<Bigint>
  gross: Generated<Bigint>
}

export interface SalesOrderMoves {
  id: Generated<Bigint>
  order_id: string
  move: string
  from_status: string | null
  to_status: string
  reason: string | null
  actor_id: string | null
  at: Generated<Moment>
}

export interface SalesOrders {
  id: string
  number: string
  account_id: string
  status: string
  cycle: Generated<number>
  order_date: string
  requested_date: string | null
  delivered_date: string | null
  reference: string | null
  notes: string | null
  cancel_reason: string | null
  total: Bigint
  line_count: number
  payment_status: string | null
  origin: Generated<string>
  external_ref: string | null
  created_by: string | null
  created_at: Generated<Moment>
  updated_at: Generated<Moment>
  deleted_at: Moment | null
  deleted_by: string | null
  version: Generated<number>
  discount_kind: string | null
  discount_value: Bigint | null
  discount: Generated<Bigint>
  tax: Generated<Bigint>
  held_at: Moment | null
  held_by: string | null
  hold_reason: string | null
  parent_id: string | null
  ship_to_id: string | null
  bill_to_id: string | null
  ship_to: Json | null
  bill_to: Json | null
  confirmation_sent_at: Moment | null
  confirmation_sent_to: string | null
  confirmation_mail_id: string | null
  new_ship_to: Json | null
  new_ship_to_dismissed: Generated<boolean>
}

export interface SalesReturnDispositions {
  line_id: string
  disposition: string
  quantity: number
}

export interface SalesReturnLines {
  id: string
  return_id: string
  position: number
  order_line_id: string
  item_id: string
  lot_id: string
  quantity: number
  reason: string
  note: string | null
  received: number | null
}

export interface SalesReturnMoves {
  id: Generated<Bigint>
  return_id: string
  move: string
  from_status: string | null
  to_status: string
  reason: string | null
  actor_id: string | null
  at: Generated<Moment>
}

export interface SalesReturnPhotos {
  id: string
  return_id: string
  position: number
  width: number
  height: number
  bytes: number
  source_hash: string
  created_by: string
  created_at: Generated<Moment>
}

export interface SalesReturns {
  id: string
  number: string
  order_id: string
  account_id: string
  status: string
  notes: string | null
  location_id: string | null
  received_date: string | null
  quantity: number
  received: number | null
  created_by: string | null
  created_at: Generated<Moment>
  updated_at: Generated<Moment>
  version: Generated<number>
}

export interface SavedReports {
  id: string
  owner_id: string
  name: string
  report: string
  query: Json
  shared: Generated<boolean>
  version: Generated<number>
  created_at: Generated<Moment>
  updated_at: Generated<Moment>
}

export interface SecondFactors {
  user_id: string
  secret: string
  created_at: Generated<Moment>
  confirmed_at: Moment | null
  last_step: Generated<Bigint>
}

export interface ServiceTypes {
  id: string
  name: string
  description: string | null
  unit: string
  price: Bigint
  created_at: Generated<Moment>
  updated_at: Generated<Moment>
  deleted_at: Moment | null
  deleted_by: string | null
  version: Generated<number>
}

export interface Sessions {
  id: string
  token_hash: Buffer
  user_id: string
  realm: string
  epoch: number
  ip: string | null
  user_agent: string | null
  created_at: Generated<Moment>
  last_seen_at: Generated<Moment>
  expires_at: Moment
  sudo_until: Moment | null
}

export interface Settings {
  id: number
  content: Json
  version: Generated<number>
  updated_at: Generated<Moment>
}

export interface ShelfCountLines {
  count_id: string
  item_id: string
  counted: number
}

export interface ShelfCounts {
  id: string
  account_id: string
  shelf_id: string
  counted_by: string
  counted_at: Moment
  received_at: Generated<Moment>
}

export interface ShelfItems {
  shelf_id: string
  item_id: string
  position: number
  par: number
  unit: string
}

export interface ShelfOrders {
  count_id: string
  shelf_id: string
  order_id: string | null
  requisition_id: string | null
}

export interface Shelves {
  id: string
  account_id: string
  name: string
  created_at: Generated<Moment>
  removed_at: Moment | null
  version: Generated<number>
}

export interface ShipmentLines {
  id: string
  shipment_id: string
  order_line_id: string
  item_id: string
  location_id: string
  lot_id: string
  quantity: number
}

export interface ShipmentPackageLines {
  package_id: string
  shipment_line_id: string
  quantity: number
}

export interface ShipmentPackages {
  id: string
  shipment_id: string
  number: number
  kind: string
  weight_grams: Bigint | null
  is_cold: Generated<boolean>
  sscc: string | null
  loaded_at: Moment | null
  created_at: Generated<Moment>
}

export interface Shipments {
  id: string
  number: string
  order_id: string
  status: string
  method: string | null
  carrier: string | null
  tracking_number: string | null
  attempt: Generated<number>
  expected_date: string | null
  dispatched_at: Moment | null
  delivered_at: Moment | null
  received_by: string | null
  failure_reason: string | null
  note: string | null
  weight_grams: Bigint | null
  freight: Bigint | null
  external_ref: string | null
  created_at: Generated<Moment>
  updated_at: Generated<Moment>
  deleted_at: Moment | null
  deleted_by: string | null
  version: Generated<number>
  packages: Generated<number>
  is_cold: Generated<boolean>
  instruction: string | null
  order_number: string | null
  account_id: string | null
  failed_at: Moment | null
}

export interface StockAdjustments {
  id: string
  number: string
  item_id: string
  kind: string
  quantity: number
  reason: string
  custom_reason: string | null
  actor_id: string | null
  at: Generated<Moment>
  counts: Json | null
}

export interface StockBalance {
  item_id: string
  location_id: string
  lot_id: string
  on_hand: number
  committed: number
}

export interface StockCountEntries {
  id: Generated<Bigint>
  line_id: string
  round: number
  counted: number
  expected: number
  position: Bigint
  actor_id: string | null
  at: Moment
  in_transit: Generated<number>
}

export interface StockCountLines {
  id: string
  count_id: string
  item_id: string
  location_id: string
  lot_id: string
  added: Generated<boolean>
  state: Generated<string>
  counted: number | null
  expected: number | null
  entries: Generated<number>
  version: Generated<number>
}

export interface StockCountMoves {
  id: Generated<Bigint>
  count_id: string
  move: string
  from_status: string | null
  to_status: string
  reason: string | null
  actor_id: string | null
  at: Moment
}

export interface StockCounts {
  id: string
  number: string
  status: Generated<string>
  location_id: string | null
  category_id: string | null
  abc_class: string | null
  blind: boolean
  recount_percent: number
  recount_pieces: number
  note: string | null
  created_by: string | null
  created_at: Moment
  updated_at: Moment
  version: Generated<number>
  zone_id: string | null
}

export interface StockDays {
  day: string
  item_id: string
  location_id: string
  effect: string
  reason: string
  quantity: Bigint
}

export interface StockDocumentMoves {
  id: Generated<Bigint>
  document_type: string
  document_id: string
  move: string
  from_status: string | null
  to_status: string
  reason: string | null
  quantity: number | null
  actor_id: string | null
  at: Generated<Moment>
}

export interface StockEntry {
  id: Generated<Bigint>
  op_id: string
  effect: string
  item_id: string
  location_id: string
  lot_id: string
  d_on_hand: number
  d_committed: number
  source_type: string
  source_id: string
  source_line_id: string
  cycle: number
  reason: string
  custom_reason: string | null
  actor_id: string | null
  at: Generated<Moment>
  written_at: Generated<Moment>
}

export interface StockTransferLines {
  id: string
  transfer_id: string
  position: number
  item_id: string
  lot_id: string | null
  quantity: number
}

export interface StockTransferReceipts {
  line_id: string
  lot_id: string
  transfer_id: string
  sent: number
  received: number
  rest: string | null
  reason: string | null
  custom_reason: string | null
}

export interface StockTransfers {
  id: string
  number: string
  source_id: string
  destination_id: string
  status: string
  cycle: Generated<number>
  note: string | null
  cancel_reason: string | null
  dispatched_at: Moment | null
  completed_at: Moment | null
  pieces: Bigint
  line_count: number
  created_by: string | null
  created_at: Generated<Moment>
  updated_at: Generated<Moment>
  deleted_at: Moment | null
  deleted_by: string | null
  version: Generated<number>
}

export interface SupplierLastOrders {
  supplier_id: string
  last_order_date: string | null
}

export interface SupplierReturnLines {
  id: string
  return_id: string
  receipt_line_id: string
  position: number
  quantity: number
}

export interface SupplierReturns {
  id: string
  number: string
  order_id: string
  reason: string
  created_by: string | null
  at: Generated<Moment>
}

export interface Suppliers {
  id: string
  name: string
  email: string | null
  phone: string | null
  address: string | null
  country: string | null
  status: Generated<string>
  labels: Generated<string[]>
  notes: string | null
  external_ref: string | null
  created_at: Generated<Moment>
  updated_at: Generated<Moment>
  deleted_at: Moment | null
  deleted_by: string | null
  version: Generated<number>
  latitude: number | null
  longitude: number | null
  tax_number: string | null
}

export interface TakenInvitations {
  id: string
  account_id: string
  email: string
  email_key: string
  name: string
  portal_role: string
  approval_limit: Bigint | null
  version: Generated<number>
  invited_by: string
  created_at: Generated<Moment>
}

export interface TrackingLinks {
  token_hash: Buffer
  shipment_id: string
  created_by: string | null
  created_at: Generated<Moment>
}

export interface Users {
  id: string
  email: string
  email_key: string
  name: string
  role: string
  phone: string | null
  permissions: Generated<Json>
  device_id: string | null
  password_hash: string | null
  auth_epoch: Generated<number>
  bootstrap: Generated<boolean>
  suspended_at: Moment | null
  last_sign_in_at: Moment | null
  created_at: Generated<Moment>
  updated_at: Generated<Moment>
  deleted_at: Moment | null
  version: Generated<number>
  account_id: string | null
  deleted_by: string | null
  portal_role: Generated<string>
  approval_limit: Bigint | null
}

export interface Vehicles {
  id: string
  name: string
  plate: string | null
  max_kg: number | null
  max_packages: number | null
  has_cold_box: Generated<boolean>
  notes: string | null
  created_at: Generated<Moment>
  updated_at: Generated<Moment>
  deleted_at: Moment | null
  deleted_by: string | null
  version: Generated<number>
}

export interface ZoneGoods {
  location_id: string
  item_id: string
  lot_id: string | null
  zone_id: string
}

export interface Zones {
  id: string
  location_id: string
  name: string
  purpose: string
  description: string | null
  created_at: Generated<Moment>
  updated_at: Generated<Moment>
  deleted_at: Moment | null
  deleted_by: string | null
  version: Generated<number>
}

export interface DB {
  account_billing: AccountBilling
  accounts: Accounts
  addresses: Addresses
  attribute_choices: AttributeChoices
  attributes: Attributes
  audit_log: AuditLog
  audit_seals: AuditSeals
  bill_of_materials: BillOfMaterials
  call_tasks: CallTasks
  categories: Categories
  closing_balances: ClosingBalances
  commitment: Commitment
  company_logo: CompanyLogo
  company_setup: CompanySetup
  consignment_count_lines: ConsignmentCountLines
  consignment_counts: ConsignmentCounts
  contacts: Contacts
  counters: Counters
  credit_entry: CreditEntry
  credit_note_lines: CreditNoteLines
  credit_notes: CreditNotes
  customer_credit: CustomerCredit
  delivered_lines: DeliveredLines
  delivery_notices: DeliveryNotices
  delivery_proofs: DeliveryProofs
  demand_forecasts: DemandForecasts
  demand_shares: DemandShares
  driver_events: DriverEvents
  driver_file_parts: DriverFileParts
  driver_files: DriverFiles
  driver_positions: DriverPositions
  drivers: Drivers
  driving_observations: DrivingObservations
  estimate_answers: EstimateAnswers
  estimate_lines: EstimateLines
  estimate_links: EstimateLinks
  estimate_moves: EstimateMoves
  estimates: Estimates
  export_parts: ExportParts
  exports: Exports
  goods_receipt_lines: GoodsReceiptLines
  goods_receipts: GoodsReceipts
  idempotency: Idempotency
  imports: Imports
  invoice_lines: InvoiceLines
  invoices: Invoices
  item_attributes: ItemAttributes
  item_sales_days: ItemSalesDays
  item_stock: ItemStock
  items: Items
  journal_accounts: JournalAccounts
  kit_components: KitComponents
  kit_order_lines: KitOrderLines
  kit_orders: KitOrders
  known_devices: KnownDevices
  limits: Limits
  list_settings: ListSettings
  list_view_defaults: ListViewDefaults
  list_views: ListViews
  locations: Locations
  lot_changes: LotChanges
  lots: Lots
  mail_attachments: MailAttachments
  mail_outbox: MailOutbox
  mail_settings: MailSettings
  money_mails: MoneyMails
  notification_reads: NotificationReads
  notification_settings: NotificationSettings
  notifications: Notifications
  number_prefixes: NumberPrefixes
  one_time_tokens: OneTimeTokens
  opportunities: Opportunities
  order_message_reads: OrderMessageReads
  order_messages: OrderMessages
  order_releases: OrderReleases
  partner_notes: PartnerNotes
  passkey_challenges: PasskeyChallenges
  passkeys: Passkeys
  payment_entry: PaymentEntry
  payments: Payments
  period_events: PeriodEvents
  period_lock: PeriodLock
  pipeline_moves: PipelineMoves
  portal_views: PortalViews
  price_changes: PriceChanges
  product_images: ProductImages
  production_run_lines: ProductionRunLines
  production_runs: ProductionRuns
  proofs: Proofs
  prospects: Prospects
  purchase_days: PurchaseDays
  purchase_fee_entries: PurchaseFeeEntries
  purchase_order_fees: PurchaseOrderFees
  purchase_order_lines: PurchaseOrderLines
  purchase_order_moves: PurchaseOrderMoves
  purchase_orders: PurchaseOrders
  recall_acknowledgements: RecallAcknowledgements
  recall_customers: RecallCustomers
  recall_lots: RecallLots
  recall_returns: RecallReturns
  recalls: Recalls
  recovery_codes: RecoveryCodes
  registration_links: RegistrationLinks
  report_recipients: ReportRecipients
  report_runs: ReportRuns
  report_schedules: ReportSchedules
  requisitions: Requisitions
  retention_customers: RetentionCustomers
  retention_messages: RetentionMessages
  retention_settings: RetentionSettings
  retention_steps: RetentionSteps
  retention_templates: RetentionTemplates
  road_legs: RoadLegs
  route_events: RouteEvents
  route_stops: RouteStops
  routes: Routes
  sales_days: SalesDays
  sales_order_charges: SalesOrderCharges
  sales_order_lines: SalesOrderLines
  sales_order_moves: SalesOrderMoves
  sales_orders: SalesOrders
  sales_return_dispositions: SalesReturnDispositions
  sales_return_lines: SalesReturnLines
  sales_return_moves: SalesReturnMoves
  sales_return_photos: SalesReturnPhotos
  sales_returns: SalesReturns
  saved_reports: SavedReports
  second_factors: SecondFactors
  service_types: ServiceTypes
  sessions: Sessions
  settings: Settings
  shelf_count_lines: ShelfCountLines
  shelf_counts: ShelfCounts
  shelf_items: ShelfItems
  shelf_orders: ShelfOrders
  shelves: Shelves
  shipment_lines: ShipmentLines
  shipment_package_lines: ShipmentPackageLines
  shipment_packages: ShipmentPackages
  shipments: Shipments
  stock_adjustments: StockAdjustments
  stock_balance: StockBalance
  stock_count_entries: StockCountEntries
  stock_count_lines: StockCountLines
  stock_count_moves: StockCountMoves
  stock_counts: StockCounts
  stock_days: StockDays
  stock_document_moves: StockDocumentMoves
  stock_entry: StockEntry
  stock_transfer_lines: StockTransferLines
  stock_transfer_receipts: StockTransferReceipts
  stock_transfers: StockTransfers
  supplier_last_orders: SupplierLastOrders
  supplier_return_lines: SupplierReturnLines
  supplier_returns: SupplierReturns
  suppliers: Suppliers
  taken_invitations: TakenInvitations
  tracking_links: TrackingLinks
  users: Users
  vehicles: Vehicles
  zone_goods: ZoneGoods
  zones: Zones
}
