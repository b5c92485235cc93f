import { businessDate } from '#shared/dates.ts'
import { Refusal } from '#shared/http/refusal.ts'
import { accountConsignmentApi, consignmentApi } from '#shared/portal/consignment-api.ts'
import { portalEstimatesApi } from '#shared/portal/estimates-api.ts'
import { portalHomeApi } from '#shared/portal/home-api.ts'
import { portalInvoicesApi } from '#shared/portal/invoices-api.ts'
import { portalOrdersApi } from '#shared/portal/orders-api.ts'
import { portalRecallsApi } from '#shared/portal/recalls-api.ts'
import { mayInPortal } from '#shared/portal/portal-user.ts'
import { accountShelvesApi, shelfApi } from '#shared/portal/shelf-api.ts'
import { shelfProductsApi } from '#shared/portal/shelf-products-api.ts'
import { accountUsersApi, portalUsersApi } from '#shared/portal/users-api.ts'
import { viewingApi } from '#shared/portal/viewing-api.ts'
import type { StoredFiles } from '#server/files/stored-files.ts'
import {
  answerPortalEstimate,
  drawPortalEstimate,
  requestPortalEstimate,
  showPortalEstimate,
} from '#server/flows/portal/answer-estimate.ts'
import { answerPortalRecall, recallsOfCustomer } from '#server/flows/portal/answer-recall.ts'
import {
  approveRequisition,
  cancelPortalOrder,
  changePortalOrder,
  checkPortalOrder,
  declineRequisition,
  placePortalOrder,
  withdrawRequisition,
} from '#server/flows/portal/place-order.ts'
import { dismissConsignmentCount, postConsignmentUse } from '#server/flows/portal/post-consignment.ts'
import * as users from '#server/flows/portal/portal-users.ts'
import {
  drawPortalInvoice,
  drawPortalStatement,
  showPortalBalance,
  showPortalHome,
  showPortalInvoice,
} from '#server/flows/portal/show-portal.ts'
import type { MailSender } from '#server/delivery/mail-sender.ts'
import type { Serve, ServeDeps } from '#server/http/serve.ts'
import { offeredAddresses } from '#server/kernel/document-addresses.ts'
import type { Work } from '#server/kernel/work.ts'
import { serveDeliveries } from './delivery-routes.ts'
import { sendPdf } from '#server/http/pdf-download.ts'
import { listCatalogue } from './catalogue.ts'
import { listConsignments, takeConsignmentCount } from './consignments.ts'
import { serveMessages } from './message-routes.ts'
import { listPortalEstimates } from './portal-estimates.ts'
import { listPortalInvoices } from './portal-invoices.ts'
import { getPortalOrder, listPortalOrders } from './portal-orders.ts'
import { serveReturns } from './return-routes.ts'
import { openPortalView, portalActor, type PortalViewer, portalViewer, type View } from './portal-viewer.ts'
import { listRequisitions } from './requisitions.ts'
import { takeShelfCount } from './shelf-counts.ts'
import { listShelves } from './shelf-list.ts'
import { findShelfProducts } from './shelf-products.ts'
import { addShelf, changeShelf, removeShelf } from './shelves.ts'

interface PortalDeps extends ServeDeps {
  files: StoredFiles
  /** Without a mail server, the office passes links on itself. */
  isMailSetUp: MailSender['isSetUp']
}

/** The customer portal and its counterpart in the office. Every read is bound to the viewer's account. */
export function servePortal(serve: Serve, deps: PortalDeps): void {
  const viewing: View = ({ db, caller, query }) => portalViewer(db, caller, query.account, deps.clock())
  const today = () => businessDate(deps.clock(), deps.timeZone())
  serveOrders(serve, deps, viewing)
  serveUsers(serve, deps, viewing)
  serveMoney(serve, viewing)
  serveShelves(serve, deps, today, viewing)
  serveConsignments(serve, viewing)
  serveMessages(serve, viewing)
  serveReturns(serve, deps, viewing)
  serveDeliveries(serve, deps, viewing)
  const { read, write } = serve

  read(portalHomeApi.getHome, async (input) => showPortalHome(input.db, await viewing(input)))
  write(viewingApi.openPortalView, (work, { params }) => openPortalView(work, params.id))

  read(portalEstimatesApi.listEstimates, async (input) => ({
    data: await listPortalEstimates(input.db, (await viewing(input)).accountId),
  }))
  read(portalEstimatesApi.getEstimate, async (input) =>
    showPortalEstimate(input.db, (await viewing(input)).accountId, input.params.id, today()),
  )
  read(
    portalEstimatesApi.printEstimate,
    async (input): Promise<never> =>
      sendPdf(
        input.reply,
        await drawPortalEstimate(input.db, (await viewing(input)).accountId, input.params.id, today()),
      ),
  )
  write(portalEstimatesApi.requestEstimate, (work, { body }) => requestPortalEstimate(work, body))
  write(portalEstimatesApi.acceptEstimate, (work, { params, body }) =>
    answerPortalEstimate(work, params.id, 'accepted', body),
  )
  write(portalEstimatesApi.declineEstimate, (work, { params, body }) =>
    answerPortalEstimate(work, params.id, 'declined', body),
  )

  read(portalRecallsApi.listRecalls, async (input) => ({
    data: await recallsOfCustomer(input.db, (await viewing(input)).accountId),
  }))
  write(portalRecallsApi.acknowledge, (work, { params, body }) => answerPortalRecall(work, params.id, body))
}

function serveOrders({ read, write }: Serve, deps: ServeDeps, viewing: View): void {
  read(portalOrdersApi.listOrders, async (input) =>
    listPortalOrders(input.db, (await viewing(input)).accountId, input.query),
  )
  read(portalOrdersApi.getOrder, async (input) =>
    getPortalOrder(input.db, (await viewing(input)).accountId, input.params.id),
  )
  read(portalOrdersApi.listCatalogue, async (input) => ({
    data: await listCatalogue(input.db, (await viewing(input)).accountId, input.query.q),
  }))
  read(portalOrdersApi.listAddresses, async (input) => {
    const all = await offeredAddresses(input.db, (await viewing(input)).accountId)
    return { data: all.filter(({ kind }) => kind === null || kind === 'shipping') }
  })
  // Opens its own transaction and rolls it back.
  read(portalOrdersApi.checkOrder, ({ caller, body }) => checkPortalOrder(deps, caller, body.lines))
  write(portalOrdersApi.placeOrder, (work, { body }) => placePortalOrder(work, body))
  write(portalOrdersApi.changeOrder, (work, { params, version, body }) =>
    changePortalOrder(work, params.id, version, body),
  )
  write(portalOrdersApi.cancelOrder, (work, { params, body }) => cancelPortalOrder(work, params.id, body.reason))
  read(portalOrdersApi.listRequisitions, async (input) => ({
    data: await listRequisitions(input.db, await viewing(input)),
  }))
  write(portalOrdersApi.approve, (work, { params }) => approveRequisition(work, params.id))
  write(portalOrdersApi.decline, (work, { params, body }) => declineRequisition(work, params.id, body.reason))
  write(portalOrdersApi.withdraw, (work, { params }) => withdrawRequisition(work, params.id))
}

function serveUsers({ read, write }: Serve, { isMailSetUp, publicUrl }: PortalDeps, viewing: View): void {
  read(portalUsersApi.listUsers, async (input) => users.listColleagues(input.db, (await viewing(input)).accountId))
  write(portalUsersApi.inviteUser, (work, { body }) => users.inviteColleague(work, body))
  write(portalUsersApi.changeUser, (work, { params, version, body }) =>
    users.changeColleague(work, params.id, version, body),
  )
  write(portalUsersApi.removeUser, (work, { params }) => users.removeColleague(work, params.id))

  read(accountUsersApi.listAccountUsers, async ({ db, params }) => ({
    data: await users.listPortalUsers(db, params.id),
  }))
  write(accountUsersApi.inviteAccountUser, async (work, { params, body }) => {
    const path = await users.invitePortalUser(work, params.id, body)
    const url = (await isMailSetUp(work.tx)) ? null : publicUrl + path
    return { data: await users.changedPortalUsers(work, params.id), url }
  })
  write(accountUsersApi.changeAccountUser, async (work, { params, version, body }) => {
    await users.changePortalUser(work, params.id, params.userId, version, body)
    return { data: await users.changedPortalUsers(work, params.id) }
  })
  write(accountUsersApi.removeAccountUser, async (work, { params }) => {
    await users.removePortalUser(work, params.id, params.userId)
    return { data: await users.changedPortalUsers(work, params.id) }
  })
}

function serveMoney({ read }: Serve, viewing: View): void {
  read(portalInvoicesApi.listInvoices, async (input) =>
    listPortalInvoices(input.db, (await viewing(input)).accountId, input.query),
  )
  read(portalInvoicesApi.getBalance, async (input) => showPortalBalance(input.db, (await viewing(input)).accountId))
  read(portalInvoicesApi.getInvoice, async (input) =>
    showPortalInvoice(input.db, (await viewing(input)).accountId, input.params.id),
  )
  read(
    portalInvoicesApi.printInvoice,
    async (input): Promise<never> =>
      sendPdf(input.reply, await drawPortalInvoice(input.db, (await viewing(input)).accountId, input.params.id)),
  )
  read(portalInvoicesApi.printStatement, async (input): Promise<never> => {
    const { accountId } = await viewing(input)
    return sendPdf(input.reply, await drawPortalStatement(input.db, accountId, input.query.from, input.query.until))
  })
}

function serveShelves({ read, write }: Serve, { clock }: ServeDeps, today: () => string, viewing: View): void {
  read(shelfApi.listShelves, async (input) => listShelves(input.db, (await viewing(input)).accountId, today()))
  const ofOwn = async (work: Work, act: (viewer: PortalViewer) => Promise<unknown>) => {
    const viewer = await portalActor(work, 'keepShelves')
    await act(viewer)
    return listShelves(work.tx, viewer.accountId, work.today)
  }
  write(shelfApi.addShelf, (work, { body }) => ofOwn(work, ({ accountId }) => addShelf(work, accountId, body)))
  write(shelfApi.changeShelf, (work, { params, version, body }) =>
    ofOwn(work, ({ accountId }) => changeShelf(work, accountId, params.id, version, body)),
  )
  write(shelfApi.removeShelf, (work, { params }) =>
    ofOwn(work, ({ accountId }) => removeShelf(work, accountId, params.id)),
  )
  write(shelfApi.sendCount, (work, { params, body }) =>
    ofOwn(work, (viewer) => takeShelfCount(work, viewer, params.id, body)),
  )

  read(accountShelvesApi.listAccountShelves, ({ db, params }) => listShelves(db, params.id, today()))
  const ofAccount = async (work: Work, accountId: string, act: Promise<unknown>) => {
    await act
    return listShelves(work.tx, accountId, work.today)
  }
  write(accountShelvesApi.addAccountShelf, (work, { params, body }) =>
    ofAccount(work, params.id, addShelf(work, params.id, body)),
  )
  write(accountShelvesApi.changeAccountShelf, (work, { params, version, body }) =>
    ofAccount(work, params.id, changeShelf(work, params.id, params.shelfId, version, body)),
  )
  write(accountShelvesApi.removeAccountShelf, (work, { params }) =>
    ofAccount(work, params.id, removeShelf(work, params.id, params.shelfId)),
  )

  read(shelfProductsApi.findProducts, async ({ db, caller, body }) => {
    const { role } = await portalViewer(db, caller, undefined, clock())
    if (!mayInPortal(role, 'keepShelves')) throw new Refusal('FORBIDDEN')
    return { data: await findShelfProducts(db, body.names) }
  })
  read(shelfProductsApi.findForOffice, async ({ db, body }) => ({ data: await findShelfProducts(db, body.names) }))
}

function serveConsignments({ read, write }: Serve, viewing: View): void {
  read(consignmentApi.listConsignments, async (input) => listConsignments(input.db, (await viewing(input)).accountId))
  write(consignmentApi.countConsignment, async (work, { params, body }) => {
    const viewer = await portalActor(work, 'keepShelves')
    await takeConsignmentCount(work, viewer, params.id, body)
    return listConsignments(work.tx, viewer.accountId)
  })
  read(accountConsignmentApi.listAccountConsignments, ({ db, params }) => listConsignments(db, params.id))
  write(accountConsignmentApi.postConsignmentCount, (work, { params }) => postConsignmentUse(work, params.id))
  write(accountConsignmentApi.dismissConsignmentCount, (work, { params, body }) =>
    dismissConsignmentCount(work, params.id, body.reason),
  )
}
