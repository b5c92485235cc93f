import type { Limits } from '#server/http/limits.ts'
import type { Serve, ServeDeps } from '#server/http/serve.ts'
import type { Seal } from '#server/kernel/seal.ts'
import type { StoredFiles } from '#server/files/stored-files.ts'
import type { MailSetup } from '#server/settings/mail-servers.ts'
import type { MailSender } from '#server/delivery/mail-sender.ts'
import type { SendMessage } from '#server/retention/send-messages.ts'
import { unsubscribe as unsubscribeFromReport } from '#server/reports/schedules/report-recipients.ts'
import type { FastifyInstance } from 'fastify'
import type { MeasureRoads } from '#server/logistics/routes/road-legs.ts'
import { servePipeline } from '#server/crm/opportunities/routes.ts'
import { serveContacts } from '#server/crm/contacts/routes.ts'
import { serveMerging } from '#server/crm/partners/merge-routes.ts'
import { servePartners } from '#server/crm/partners/partner-routes.ts'
import { serveCrm } from '#server/crm/partners/routes.ts'
import type { SmsSender, SmsSettings } from '#server/delivery/sms-sender.ts'
import { serveExports } from '#server/delivery/export-routes.ts'
import type { ExportSource } from '#server/delivery/list-rows.ts'
import { exportedLists } from './exported-lists.ts'
import { serveDelivery } from '#server/delivery/routes.ts'
import { deviceCookie } from '#server/http/device-cookie.ts'
import { serveIdentity } from '#server/identity/login/routes.ts'
import { serveImports } from '#server/imports/routes.ts'
import { serveRecalls } from '#server/inventory/recalls/routes.ts'
import { serveLots } from '#server/inventory/lots/routes.ts'
import { serveRawMaterials } from '#server/inventory/raw-materials/routes.ts'
import { serveCounts } from '#server/inventory/counts/routes.ts'
import { serveLabels } from '#server/inventory/labels/routes.ts'
import { serveProductImages } from '#server/inventory/products/product-image-routes.ts'
import { exportedProducts } from '#server/inventory/products/product-export.ts'
import { serveProducts } from '#server/inventory/products/routes.ts'
import { serveAttributes } from '#server/inventory/catalogue/attribute-routes.ts'
import { serveServiceTypes } from '#server/inventory/catalogue/service-type-routes.ts'
import { servePlaces } from '#server/inventory/locations/routes.ts'
import { serveInventory } from '#server/inventory/products/stock-routes.ts'
import { serveKits } from '#server/inventory/kits/routes.ts'
import { serveProduction } from '#server/inventory/production/routes.ts'
import { serveTransfers } from '#server/inventory/transfers/routes.ts'
import { serveScans } from '#server/inventory/lots/scan-routes.ts'
import { serveInvoicing } from '#server/invoicing/routes.ts'
import { serveMoneyDocuments } from '#server/invoicing/document-routes.ts'
import { servePayments } from '#server/invoicing/payment-routes.ts'
import { serveDriver } from '#server/logistics/driver/routes.ts'
import { serveRoutes } from '#server/logistics/routes/routes.ts'
import { serveTracking } from '#server/logistics/tracking/routes.ts'
import { serveShipments } from '#server/logistics/shipments/routes.ts'
import { servePortal } from '#server/portal/routes.ts'
import { servePurchasing } from '#server/purchasing/orders/routes.ts'
import { serveAccounting } from '#server/accounting/routes.ts'
import { serveIntegrity } from '#server/integrity/routes.ts'
import { serveExpiryRadar } from '#server/reports/expiry/routes.ts'
import { serveForecasts } from '#server/reports/forecast/routes.ts'
import { serveReports } from '#server/reports/routes.ts'
import { serveGateways } from '#server/retention/gateway-routes.ts'
import { serveRetention } from '#server/retention/routes.ts'
import { serveDashboard } from '#server/dashboard/routes.ts'
import { unsubscribeFromDigest } from '#server/notifications/notification-settings.ts'
import { serveNotifications } from '#server/notifications/routes.ts'
import { serveDeleted } from '#server/trash/routes.ts'
import { serveSearch } from '#server/search/routes.ts'
import { serveReportSchedules } from '#server/reports/schedules/schedule-routes.ts'
import { serveEstimates } from '#server/sales/estimates/routes.ts'
import { serveReturns } from '#server/sales/returns/routes.ts'
import { serveSales } from '#server/sales/orders/routes.ts'
import { serveMailSettings } from '#server/settings/mail-routes.ts'
import { serveLogo } from '#server/settings/logo-routes.ts'
import { serveSettings } from '#server/settings/routes.ts'

/** What the features' routes need besides the database. */
interface FeatureParts {
  publicUrl: string
  limits: Limits
  seal: Seal
  files: StoredFiles
  mailServers: MailSetup
  sender: MailSender
  sms: SmsSender
  /** The SMS gateway, from the environment. */
  smsSettings: SmsSettings
  send: SendMessage
  measure: MeasureRoads
  hasRoads: boolean
  setupCode: string
  demo: boolean
  hasDemo: boolean
}

/** Registers the routes of every feature; returns what the jobs need from them. */
export function serveFeatures(http: FastifyInstance, serve: Serve, serveDeps: ServeDeps, parts: FeatureParts) {
  const { publicUrl, limits, seal, files, mailServers, sender, sms, send, measure } = parts
  const exportSources = new Map<string, ExportSource>()
  serveIdentity(serve, {
    ...serveDeps,
    device: deviceCookie(publicUrl),
    limits,
    isMailSetUp: sender.isSetUp,
    seal,
    warn: (message) => http.log.warn(message),
    setupCode: parts.setupCode,
    demo: parts.demo,
    hasDemo: parts.hasDemo,
  })
  serveDelivery(serve, { isSetUp: sender.isSetUp, publicUrl })
  serveSettings(serve, sender.isSetUp)
  serveLogo(serve, serveDeps)
  serveMailSettings(serve, { ...serveDeps, limits, setup: mailServers, sender })
  serveCrm(serve)
  servePipeline(serve)
  serveContacts(serve)
  servePartners(serve)
  serveMerging(serve)
  serveInventory(serve)
  serveAttributes(serve)
  servePlaces(serve)
  serveServiceTypes(serve)
  serveScans(serve, serveDeps)
  serveLots(serve, serveDeps)
  serveRawMaterials(serve)
  serveCounts(serve, serveDeps)
  serveLabels(serve)
  serveProducts(serve)
  serveTransfers(serve, serveDeps)
  serveKits(serve, serveDeps)
  serveProduction(serve)
  serveRecalls(serve, { ...serveDeps, isMailSetUp: sender.isSetUp })
  serveSales(serve, serveDeps)
  serveEstimates(serve, { ...serveDeps, limits })
  serveReturns(serve, { files })
  serveProductImages(serve, { ...serveDeps, files })
  serveShipments(serve, { files })
  serveRoutes(serve, { ...serveDeps, measure, hasRoads: parts.hasRoads })
  serveDriver(serve, { ...serveDeps, files })
  serveTracking(serve, { ...serveDeps, limits, files })
  servePurchasing(serve)
  serveInvoicing(serve)
  servePayments(serve)
  serveMoneyDocuments(serve, sender.isSetUp)
  servePortal(serve, { ...serveDeps, files, isMailSetUp: sender.isSetUp })
  serveRetention(serve, {
    ...serveDeps,
    limits,
    send,
    isEmailSetUp: sender.isSetUp,
    isSmsSetUp: sms.isSetUp,
  })
  serveGateways(http, { ...serveDeps, limits, sms: parts.smsSettings, unsubscribeFromReport, unsubscribeFromDigest })
  serveDashboard(serve, {
    ...serveDeps,
    isMailTested: async (db) => (await mailServers.read(db)).lastTest?.problem === null,
  })
  serveNotifications(serve, { ...serveDeps, limits })
  serveReports(serve, serveDeps)
  serveForecasts(serve, serveDeps)
  serveAccounting(serve, serveDeps)
  serveExpiryRadar(serve, serveDeps)
  serveDeleted(serve)
  serveIntegrity(serve)
  serveSearch(serve)
  serveReportSchedules(serve, { ...serveDeps, limits })
  const imports = serveImports(serve, serveDeps)
  serveExports(serve, exportedLists, { products: exportedProducts }, exportSources)
  return { exportSources, imports }
}
