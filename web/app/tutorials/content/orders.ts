import type { TutorialKey } from '#web/app/tutorials/pick.ts'
import type { Tutorial } from '#web/app/tutorials/tutorial.ts'

/** Sidebar group "Orders". */
export const orders = {
  'sales-orders': [
    {
      title: 'From request to delivery',
      text: 'A sales order says what a customer gets and at which price. Its status tells where it stands, from Pending to Delivered.',
      expect: [
        'Pending: nothing is promised yet, and everything can be changed.',
        'Confirmed: the goods are committed, and the invoice exists.',
        'Ready for shipping: the goods have left the stock, and a shipping record exists.',
      ],
    },
    {
      title: 'Find an order in a list, split or on the board',
      text: 'Find an order by its number, its reference or the customer; the filters stay when you switch the view.',
      howTo: [
        'Type into the search, or press a status above the list; the number beside it says how many orders stand there.',
        'Choose under “Show” the orders that are on hold, late, partly shipped or partly returned.',
        'List: compare and sort. Split: read one order after the other beside the list.',
        'Board: a kanban with one column a status, so that you see where orders pile up; drag a card, or open its menu “Move to”.',
      ],
      tips: ['On an order’s page the arrows at the top, or [ and ], lead to the order before and after it.'],
      shortcut: { keys: ['N'], does: 'Starts a new order from the list.' },
    },
    {
      title: 'Write and confirm an order',
      text: 'A new order is pending until somebody confirms it.',
      howTo: [
        'Press “New order” and choose the customer, or make it from an accepted estimate by “Convert to order”.',
        'Press “Add line” for products; scan them, or paste rows from a spreadsheet. Prices follow the customer’s price tier.',
        'Add services and fees, and a discount, where there are any; press “Save order”.',
        'Press “Confirm order”: what will happen is shown before it does.',
      ],
      expect: [
        'Confirming commits the stock, takes the prices as they are and creates the invoice.',
        'If something is short, you are told what; “Back-order” lets the order wait for stock.',
        'If the customer would owe more than their credit limit, whoever may edit invoices has to say why.',
      ],
    },
    {
      title: 'Take the next step',
      text: 'An order’s page offers the one next step as a button; everything else is in the menu beside it.',
      howTo: [
        'Press the button to take the step.',
        'Open “All steps” in the menu to see each step and why it is open or closed.',
        'Press “Put on hold” to stop it for now, “Duplicate” to write the same again.',
        'Read the timeline to see who did what, and when.',
      ],
      tips: ['Start picking to see which lots to take, the ones that expire first on top.'],
    },
    {
      title: 'Take goods back',
      text: 'A return says what of a delivered order comes back, why, and what becomes of each lot.',
      howTo: [
        'Open the delivered order, open the menu and press “Return goods”; enter the pieces and the reason of each.',
        'Press “Approve”, then “Receive goods” when the parcel is here, and “Inspect” to say what becomes of them.',
        'Press “Complete”: what is booked is shown before it is.',
      ],
      expect: [
        'What can be sold again is in stock at once; what must be looked at waits in quarantine.',
        'A credit note is issued, and pays what is open on the invoice; the rest is the customer’s credit.',
      ],
    },
    {
      title: 'Cancel or delete',
      text: 'Cancel an order that will not happen; delete one that should never have been there.',
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
        'Draft: it is being written, and nobody outside knows of it.',
        'Pending Approval: it is above the limit of the settings and waits for somebody else’s yes.',
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
        'Choose “Open” to see what has not arrived; what is late says so under “Expected”.',
        'Open a row to see its lines, fees and receipts.',
      ],
      shortcut: { keys: ['J', 'K'], does: 'Moves down and up the rows; Enter opens the row.' },
    },
    {
      title: 'Write a purchase order',
      text: 'Choose the supplier first: items they supply are then offered first.',
      howTo: [
        'Press “Add purchase order” and choose the supplier.',
        'Add line items with quantity and cost, by name, by scan, or pasted from a spreadsheet.',
        'Add fees such as freight or customs, press “Save draft”, then “Place order”.',
      ],
      expect: ['Fees are spread over the lines, so that each product shows what it really cost.'],
      tips: ['Start from “Reorder” to see what is needed and why; one press drafts an order a supplier.'],
    },
    {
      title: 'Receive the goods',
      text: 'Receiving is what updates the inventory, in full or in parts.',
      howTo: [
        'Open the purchase order and press “Receive”.',
        'Enter or scan what arrived, with lot and expiry date where the product is kept by lots; damaged pieces in a row of their own.',
        'Press “Receive goods”.',
      ],
      expect: [
        'The stock grows by what you entered, and orders that waited for it are served, the oldest first.',
        'The order is Received when every line has arrived.',
      ],
      tips: ['A receipt booked wrongly is undone by “Take back”; goods go back by “Return to supplier”.'],
    },
    {
      title: 'Cancel or delete',
      text: 'An order of which nothing has arrived can be cancelled; of one that came in part, the rest can be closed.',
      howTo: [
        'Open the menu of the purchase order.',
        'Press “Cancel order” or “Close short”, or “Delete” for a draft, and confirm.',
      ],
      warning: 'Deletion is permanent.',
    },
  ],
  invoices: [
    {
      title: 'What customers owe',
      text: 'An invoice is created when a sales order is confirmed. Its payment status is Unpaid, Partially Paid or Paid in Full.',
      expect: ['The status follows the payments you record; nobody sets it by hand.'],
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
      text: 'Enter each payment as it arrives; several may stand on one invoice, and one may pay several.',
      howTo: [
        'Open the invoice and press “Record payment”; for several invoices at once, do it on the customer’s page under “Balance”.',
        'Enter “Amount”, “Received on” and “Method”.',
        'Tick “Keep what is too much as the customer’s credit” where they paid more than is open.',
        'Press “Record payment”.',
      ],
      expect: ['The bar shows how much is paid, and the status changes by itself.'],
      tips: ['Credit of the customer settles an invoice by “Use credit” on its page.'],
    },
    {
      title: 'Take payments back',
      text: 'What was recorded by mistake is taken back, and the invoice is Unpaid again.',
      howTo: [
        'Open the menu of the invoice and press “Reset payments”, give a reason and confirm.',
        'For one payment alone, open the customer’s statement and press “Void” beside it.',
      ],
      expect: ['The payments stay in the list, each with its reversal and the reason.'],
      warning: 'A payment is taken back as a whole, also from other invoices that it paid.',
    },
    {
      title: 'Read and send a statement',
      text: 'A statement of account lists what changed a customer’s debt, day by day, and what is left.',
      howTo: [
        'Open the customer and press “Statement” under “Balance”.',
        'Choose the days under “From” and “Until”.',
        'Press “Send” to mail it with its PDF, or “Download PDF” in the menu.',
      ],
      expect: ['The closing balance is what is due less the credit; “Payments” and “Credit” stand beside it.'],
      tips: ['Press “Refund” under “Credit” to write down that credit was paid out.'],
    },
    {
      title: 'Send, print or delete',
      text: 'Mail, PDF and print show the invoice as it stands on the screen.',
      howTo: [
        'Press “Send” to mail it with its PDF, or “Print” for paper.',
        'To delete an invoice, open its menu, press “Delete invoice” and confirm.',
      ],
      expect: ['The number of a deleted invoice is never used again.'],
      warning: 'Deleting an invoice puts its sales order back to Pending and releases the goods promised to it.',
    },
  ],
} satisfies Partial<Record<TutorialKey, Tutorial>>
