import type { TutorialKey } from '#web/app/tutorials/pick.ts'
import type { Tutorial } from '#web/app/tutorials/tutorial.ts'

/** Sidebar group "Dashboard". */
export const overview = {
  dashboard: [
    {
      title: 'Overview',
      text: 'The dashboard begins with “Today”, what waits for you; sales, stock and receivables follow.',
      howTo: [
        'Press a task under “Today” to see what waits, the oldest first.',
        'Press “Choose tasks” or “Choose cards” to hide parts and change their order.',
      ],
      expect: [
        'You see the figures of the areas you may view; other users may see more or fewer.',
        'Each figure opens exactly the rows that it counts.',
      ],
      tips: ['The bell at the top counts notifications you have not read.'],
    },
    {
      title: 'Choose the days',
      text: 'Sales and items count within a period, and the period is compared with the same number of days before it.',
      howTo: [
        'Press 7, 30, 90 or 365 days above the figures.',
        'Press “Custom” for other days, enter a start and an end, and press “Show”.',
      ],
      expect: ['The period stays in the address of the page, so a link you send shows the same days.'],
      warning: 'There is no chart data if sales records are missing for the period. Choose more days or show all time.',
    },
    {
      title: 'See what needs attention',
      text: 'The lists below the figures show what needs attention now.',
      howTo: [
        'Press a status under “Orders by status” to see its orders.',
        'Press a product under “Low and out of stock” to see its stock and locations.',
        'Look at “Receivables” for the invoices that are unpaid or overdue.',
      ],
      expect: ['The best-selling items are at most 7, the largest first.'],
    },
    {
      title: 'Find your way',
      text: 'The sidebar holds every page you may open, in groups that fold away. Your own profile and settings are at the top right.',
      howTo: [
        'Press a group’s name in the sidebar to fold or unfold it.',
        'On a phone, open the sidebar with the menu button at the top left.',
        'Open the menu with your initial for My Profile, Settings, the dark theme and Log out.',
      ],
      tips: [
        'The round help button at the foot of the sidebar, on a phone at the top, opens the tutorial of the page you are on.',
      ],
      shortcut: { keys: ['Alt + T'], does: 'Moves to the notifications, so that you can read or close them.' },
    },
  ],
  'address-book': [
    {
      title: 'Your contacts',
      text: 'The address book lists the people at your customers, suppliers and elsewhere, each with email, phone, affiliation and status.',
      expect: ['Each person has one row, whichever company they belong to.'],
    },
    {
      title: 'Find a contact',
      text: 'Search and filters work together and narrow the list while you type.',
      howTo: [
        'Type part of a name, an email address or a phone number into the search.',
        'Filter by “Works for” (customers, suppliers, other, unassigned) or by “Status”.',
        'Press “Split” to read one after the other beside the list.',
        'Press × on a filter to drop it, or “Clear all” to see everyone again.',
      ],
      expect: ['The number of matches is shown beside the filters.'],
      shortcut: { keys: ['/'], does: 'Moves to the search from anywhere on the page.' },
    },
    {
      title: 'Add or change a contact',
      text: 'A contact needs a name; email and phone make it useful.',
      howTo: [
        'Press “Add contact”, or open a contact and press “Edit”.',
        'Enter name, email and phone, and choose under “Works for” where they belong.',
        'Press “Add contact” or “Save contact”.',
      ],
      expect: [
        'Possible duplicates with a similar name or the same email or phone are shown above the fields: press “Open existing” instead of adding them twice.',
      ],
      tips: [
        'Set people who left to inactive, or unlink them from their company, instead of deleting them.',
        'Tick rows to set many active or inactive, or to unlink them, at once.',
      ],
    },
    {
      title: 'Merge duplicates',
      text: 'Merge people who were entered twice and keep the better value of each field.',
      howTo: [
        'Open the contact to keep, open the menu at the top and press “Merge another into this”.',
        'Press one of those under “Possible duplicates”, or search for the contact to merge.',
        'Choose the values to keep under “Which values stay”, and press “Merge contacts”.',
      ],
      expect: ['Old links lead to the contact you keep.'],
      warning: 'A merge cannot be undone.',
    },
    {
      title: 'Delete a contact',
      text: 'Delete only what was entered by mistake.',
      howTo: [
        'Open the contact, open the menu at the top and press “Delete”.',
        'Confirm in the dialog; “Cancel” leaves everything as it is.',
      ],
      expect: ['You can undo it immediately, or restore the contact from the deleted items.'],
    },
  ],
} satisfies Partial<Record<TutorialKey, Tutorial>>
