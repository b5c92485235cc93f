import type { TutorialKey } from '#web/app/tutorials/pick.ts'
import type { Tutorial } from '#web/app/tutorials/tutorial.ts'

/** Sidebar group "Orders". */
export const orders = {
  'sales-orders': [
    {
      title: 'From request to delivery',
      text: 'A sales order lists what a customer gets and at which price. Its status shows the progress, from Pending to Delivered.',
      expect: [
        'Pending: no stock is reserved yet, and everything can be changed.',
        'Confirmed: stock is reserved and the invoice is created.',
        'Ready for shipping: stock is deducted and a shipping record is created.',
      ],
    },
    {
      title: 'Find an order in a list, split or on the board',
      text: 'Find an order by its number, its reference or the customer; the filters stay when you switch the view.',
      howTo: [
        'Type into the search, or press a status above the list; the number beside it is the order count.',
        'Choose under “Show” the orders that are on hold, late, partly shipped or partly returned.',
        'List: compare and sort. Split: read one order after the other beside the list.',
        'Board: a kanban with one column for each status, so that you see where orders pile up; drag a card, or open its menu “Move to”.',
      ],
      tips: ['On an order’s page the arrows at the top, or [ and ], lead to the order before and after it.'],
      shortcut: { keys: ['N'], does: 'Starts a new order from the list.' },
    },
    {
      title: 'Create and confirm an order',
      text: 'A new order is pending until it is confirmed.',
      howTo: [
        'Press “New order” and choose the customer, or press “Convert to order” on an accepted estimate.',
        'Press “Add line” for products; scan them, or paste rows from a spreadsheet. Prices follow the customer’s price tier.',
        'Add services and fees, and a discount, where there are any; press “Save order”.',
        'Press “Confirm order”: what will happen is shown before it does.',
      ],
      expect: [
        'Confirming reserves the stock, fixes the prices and creates the invoice.',
        'If stock is short, the missing items are listed; “Backorder” lets the order wait for stock.',
        'Above the customer’s credit limit, someone who can edit invoices must give a reason.',
      ],
    },
    {
      title: 'Take the next step',
      text: 'The order’s page shows how far the order has come and the next action as a button; everything else is in the menu at the top.',
      howTo: [
        'Press the button to perform the action.',
        'Open “All actions” in the menu to see each action and why it is unavailable.',
        'Press “Put on hold” to stop it for now, “Duplicate” to create a copy.',
        'Read the timeline to see who did what, and when.',
      ],
      tips: ['Start picking to see which lots to take, the ones that expire first on top.'],
    },
    {
      title: 'Return goods',
      text: 'A return lists what comes back from a delivered order, why, and the disposition of each lot.',
      howTo: [
        'Open the delivered order, open the menu and press “Return goods”; enter the pieces and the reason of each.',
        'Press “Approve”, then “Receive goods” when the parcel is here, and “Inspect” to set the disposition.',
        'Press “Complete”: the entries are shown before they are posted.',
      ],
      expect: [
        'Restocked goods are available immediately; goods to check wait in quarantine.',
        'A credit note is issued and settles the balance due on the invoice; the rest becomes customer credit.',
      ],
    },
    {
      title: 'Cancel or delete',
      text: 'Cancel orders that will not happen; delete orders created by mistake.',
      howTo: [
        'To cancel, press “Cancel order” in the menu and give a reason.',
        'To delete, press “Delete order” in the menu and confirm.',
      ],
      expect: ['An order that is delivered, paid or on a route under way cannot be deleted; the page says so.'],
      warning:
        'Deleting an order releases its committed stock and also deletes its invoice and shipping record, and takes it off its route.',
    },
  ],
  'purchase-orders': [
    {
      title: 'What you order from suppliers',
      text: 'A purchase order goes to one supplier and has line items, fees and a status.',
      expect: [
        'Draft: being prepared, not sent to the supplier yet.',
        'Pending Approval: above the approval limit, waiting for approval by someone else.',
        'Open: ordered, and the goods are on their way.',
        'Partially Received: some of the goods are here.',
        'Received: the goods have arrived and are in your stock.',
      ],
    },
    {
      title: 'Find a purchase order',
      text: 'Choose a status, search by number, reference or supplier, and narrow by the day it was ordered.',
      howTo: [
        'Type into the search.',
        'Choose “Open” to see outstanding orders; late ones are marked under “Expected”.',
        'Open a row to see its lines, fees and receipts.',
      ],
      shortcut: { keys: ['J', 'K'], does: 'Moves down and up the rows; Enter opens the row.' },
    },
    {
      title: 'Create a purchase order',
      text: 'Choose the supplier first: items they supply are then offered first.',
      howTo: [
        'Press “Add purchase order” and choose the supplier.',
        'Add line items with quantity and cost, by name, by scan, or pasted from a spreadsheet.',
        'Add fees such as freight or customs, press “Save draft”, then “Place order”.',
      ],
      expect: ['Fees are spread over the lines, so that each product shows its landed cost.'],
      tips: ['Start from “Reorder” to see what is needed and why, and create one draft per supplier.'],
    },
    {
      title: 'Receive the goods',
      text: 'Receiving is what updates the inventory, in full or in parts.',
      howTo: [
        'Open the purchase order and press “Receive”.',
        'Enter or scan what arrived, with lot and expiry date for lot-tracked products; enter damaged pieces in a separate row.',
        'Press “Receive goods”.',
      ],
      expect: [
        'The quantities are added to stock and reserved for waiting orders, oldest first.',
        'The order is Received when every line has arrived.',
      ],
      tips: ['Use “Reverse” for receipts posted by mistake, and “Return to supplier” to send goods back.'],
    },
    {
      title: 'Cancel or delete',
      text: 'An order can be cancelled while nothing has arrived; once a part has arrived, the rest can be closed.',
      howTo: [
        'Open the menu of the purchase order.',
        'Press “Cancel order” or “Close short”, or “Delete” for a draft, and confirm.',
      ],
      warning: 'Deletion is permanent once it is removed from the deleted items, too.',
    },
  ],
  invoices: [
    {
      title: 'What customers owe',
      text: 'An invoice is created when a sales order is confirmed. Its payment status is Unpaid, Partially Paid or Paid in Full.',
      expect: ['The status follows the payments you record.'],
    },
    {
      title: 'Find an invoice',
      text: 'Search by invoice number, order or customer, and filter by payment status or due date.',
      howTo: [
        'Type into the search.',
        'Choose under “Payment status” or “Due date” what you look for; the bars above the list filter by how late it is.',
        'Press a row to open the invoice as the customer gets it.',
      ],
      shortcut: { keys: ['/'], does: 'Moves to the search from anywhere on the page.' },
    },
    {
      title: 'Record a payment',
      text: 'Enter each payment as it arrives. An invoice can have several payments, and a payment can settle several invoices.',
      howTo: [
        'Open the invoice and press “Record payment”; for several invoices at once, do it on the customer’s page under “Balance”.',
        'Enter “Amount”, “Received on” and “Method”.',
        'Tick “Keep overpayment as customer credit” if they paid more than the balance due.',
        'Press “Record payment”.',
      ],
      expect: ['The bar shows how much is paid; the status updates automatically.'],
      tips: ['Press “Use credit” on an invoice to settle it with the customer’s credit.'],
    },
    {
      title: 'Reverse payments',
      text: 'Payments recorded by mistake are reversed, and the invoice becomes Unpaid again.',
      howTo: [
        'Open the menu of the invoice and press “Reverse payments”, give a reason and confirm.',
        'For one payment alone, open the customer’s statement and press “Void” beside it.',
      ],
      expect: ['The payments stay in the list, each with its reversal and the reason.'],
      warning: 'A payment is reversed in full, including on other invoices it settled.',
    },
    {
      title: 'Read and send a statement',
      text: 'A statement of account lists all entries of a customer’s account and the closing balance.',
      howTo: [
        'Open the customer and press “Statement” under “Balance”.',
        'Choose the days under “From” and “Until”.',
        'Press “Send” to email it with its PDF, or “Download PDF” in the menu.',
      ],
      expect: ['The closing balance is the balance due minus credit; “Payments” and “Credit” are shown beside it.'],
      tips: ['Press “Refund” under “Credit” to record that credit was paid out.'],
    },
    {
      title: 'Send, print or delete',
      text: 'Email, PDF and print match the invoice on the screen.',
      howTo: [
        'Press “Send” to email it with its PDF, or “Print” for paper.',
        'To delete an invoice, open its menu, press “Delete invoice” and confirm.',
      ],
      expect: ['The number of a deleted invoice is never used again.'],
      warning: 'Deleting an invoice puts its sales order back to Pending and releases its reserved stock.',
    },
  ],
} satisfies Partial<Record<TutorialKey, Tutorial>>
