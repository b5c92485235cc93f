import type { TutorialKey } from '#web/app/tutorials/pick.ts'
import type { Tutorial } from '#web/app/tutorials/tutorial.ts'

/** Sidebar group "Accounts". */
export const accounts = {
  accounts: [
    {
      title: 'Who buys from you',
      text: 'Accounts are your customers: hospitals, pharmacies, clinics. Each has an address, a status, labels, contacts, notes and the date of its last order.',
      expect: ['An inactive customer stays in the list, but a new order cannot be confirmed for them.'],
    },
    {
      title: 'Choose a view, search and filter',
      text: 'Search covers names, codes, email, phone, labels and notes; filters narrow the list to a status, a label, a last order or a price tier. They stay when you switch the view.',
      howTo: [
        'List: one row each, made for comparing; press a column’s heading to sort.',
        'Split: the list at the left and the chosen customer at the right, made for going through many.',
        'Map: where they are, made for planning visits; a customer without a place is still in the other two.',
      ],
      expect: [
        'View, search and filters are part of the page’s address, so a reload or a shared link shows them again.',
      ],
      tips: ['Press a label on a customer’s page to see all customers with it.'],
      shortcut: { keys: ['J', 'K'], does: 'Moves down and up the rows; Enter opens the row.' },
    },
    {
      title: 'Add or edit a customer',
      text: 'What you enter here is what new orders start from.',
      howTo: [
        'Press “Add customer”, or open a customer and press “Edit”.',
        'Enter the name and the address, and choose the price tier and the payment terms.',
        'Press “Add customer” or “Save customer”.',
      ],
      expect: ['New orders take the customer’s price tier; orders that are already confirmed keep their prices.'],
      tips: ['Set a minimum shelf life where a customer refuses goods that expire soon: orders then pick later lots.'],
    },
    {
      title: 'Read a customer’s page',
      text: 'Everything about one customer is on one page: the newest orders and invoices, the balance, terms, contacts, addresses, notes and the timeline.',
      howTo: [
        'Press “All orders” or “All invoices” for the whole list of this customer.',
        'Look at “Balance” for the balance due, overdue amounts and credit; “Statement” shows the entries behind it.',
        'Press “Record payment” to record money received for one or several invoices.',
        'Choose under “Show” in the timeline what you want to read: orders, invoices, emails, changes.',
        'Press “Add shelf” under “Shelves” and enter the par levels: the customer counts them in the portal and orders what is missing.',
        'Look at “Consignment stock” for counts to review; “Post use and invoice” sells what was used, lot by lot.',
      ],
      tips: ['The card “Related records” links the prospect, opportunities, estimates and orders.'],
      shortcut: {
        keys: ['[', ']'],
        does: 'Opens the customer before or after this one, in the order of the list you came from.',
      },
    },
    {
      title: 'Merge duplicates',
      text: 'Merge customers that were entered twice. While you add one, possible duplicates are shown with “Open existing”.',
      howTo: [
        'Open the customer to keep, open the menu at the top and press “Merge another into this”.',
        'Press one of those under “Possible duplicates”, or search for the customer to merge.',
        'Choose the values to keep under “Which values stay”, read “What moves”, and press “Merge customers”.',
      ],
      expect: [
        'Orders, invoices, payments, credit, contacts, addresses, notes and logins move to the customer you keep.',
        'Old links lead to the customer you keep.',
      ],
      warning: 'A merge cannot be undone.',
    },
    {
      title: 'Delete a customer',
      text: 'Set customers who stopped buying to inactive instead.',
      howTo: ['Open the customer, open the menu at the top and press “Delete”.', 'Read the question and confirm it.'],
      expect: ['Orders and invoices of the past keep the customer’s name.'],
      warning: 'A customer with open orders cannot be deleted. You can restore it from the deleted items.',
    },
  ],
  suppliers: [
    {
      title: 'Who you buy from',
      text: 'Each supplier has an address, a status, labels, contacts, notes and the date of the last order you placed.',
      expect: ['Products name their supplier, and purchase orders go to one supplier each.'],
    },
    {
      title: 'List, split or map',
      text: 'Switch the view without losing your search or your filters.',
      howTo: [
        'List: sort by name or by last order.',
        'Split: read one supplier after the other beside the list.',
        'Map: see which suppliers are near one of your locations.',
      ],
    },
    {
      title: 'Find a supplier',
      text: 'Search covers names, email, phone, labels and notes; then filter by status, label or last order.',
      howTo: [
        'Type part of the name into the search.',
        'Choose a status.',
        'Open a row to see the supplier’s products and newest purchase orders.',
      ],
      tips: [
        'Sort by last order to find suppliers you have not used for long.',
        'On a supplier’s page “New purchase order” starts a purchase order, and “All purchase orders” lists all of them.',
      ],
      shortcut: { keys: ['/'], does: 'Moves to the search from anywhere on the page.' },
    },
    {
      title: 'Add, edit or delete',
      text: 'Keep contacts and notes here for your colleagues.',
      howTo: [
        'Press “Add supplier”, or open one and press “Edit”.',
        'Enter the name, the address and how to reach them, and press “Add supplier” or “Save supplier”.',
        'To delete, open the menu of the supplier, press “Delete” and confirm.',
      ],
      expect: ['Purchase orders of the past keep the supplier’s name.'],
      warning:
        'A supplier whose products are in the inventory cannot be deleted. You can restore it from the deleted items.',
    },
  ],
  prospects: [
    {
      title: 'Future customers',
      text: 'A prospect is a potential customer with a status, a follow-up date and notes, but no orders yet.',
      expect: ['The statuses are New, Contacted, Follow-up, Converted and Disqualified.'],
    },
    {
      title: 'See who is due',
      text: 'The follow-up date says when to speak to a prospect next.',
      howTo: [
        'The list begins with the earliest follow-up date; a date that is past is marked as overdue.',
        'Filter by follow-up date, “Due” or “Overdue”, to see whom to call now.',
        'Search for a name or for a word in the notes.',
        'Press “Split” to read one after the other beside the list, or “Board” to see them by status and drag them on.',
      ],
      tips: ['Give every open prospect a follow-up date.'],
      shortcut: { keys: ['/'], does: 'Moves to the search from anywhere on the page.' },
    },
    {
      title: 'Add notes and opportunities',
      text: 'After each call, add a note and set the next date. Potential sales are opportunities.',
      howTo: [
        'Press “Add prospect”, or open one and press “Edit”.',
        'Set the follow-up date, add the note, and press “Save prospect”.',
        'Press “Set status” on the prospect’s page to update the progress.',
        'Press “Add opportunity” to record value and expected close; open it and press “New estimate” to make an offer.',
      ],
      expect: ['An opportunity counts in the weighted forecast by the probability of its stage.'],
      tips: ['Tick several prospects in the list to give all of them a status, a follow-up date or an owner.'],
    },
    {
      title: 'Convert to a customer',
      text: 'When a prospect wants to order, turn them into a customer.',
      howTo: [
        'Open the prospect and press “Convert”.',
        'If a similar customer exists, join the prospect to it or create a new customer anyway.',
        'Choose the price tier and press “Convert to customer”.',
      ],
      expect: [
        'The prospect is marked as converted and leads to the customer, who can be chosen in orders at once.',
        'The prospect’s opportunities become the customer’s, and “Related records” keeps them linked.',
      ],
    },
    {
      title: 'Delete a prospect',
      text: 'Set the status to Disqualified to keep what you learned; delete only what was entered twice.',
      howTo: ['Open the menu of the prospect and press “Delete”.', 'Confirm in the dialog.'],
      expect: ['Press “Undo” to restore them immediately, or restore them later from the deleted items.'],
    },
  ],
} satisfies Partial<Record<TutorialKey, Tutorial>>
