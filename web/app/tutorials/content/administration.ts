import type { TutorialKey } from '#web/app/tutorials/pick.ts'
import type { Tutorial } from '#web/app/tutorials/tutorial.ts'

/** Sidebar groups "Marketing" and "Administration". */
export const administration = {
  users: [
    {
      title: 'Who may use Wardstock',
      text: 'The list shows every user with name, email, role and whether they are suspended.',
      expect: [
        'An admin sees everything; staff, drivers and sales representatives see what their permissions open.',
        'Customers have a portal of their own.',
      ],
    },
    {
      title: 'Find a user',
      text: 'Search by name or email, and filter by role.',
      howTo: ['Type into the search.', 'Choose a role.', 'Press a row to see the user’s permissions.'],
      shortcut: { keys: ['/'], does: 'Moves to the search from anywhere on the page.' },
    },
    {
      title: 'Register somebody',
      text: 'Staff and drivers are registered here; another admin registers with a link.',
      howTo: [
        'Press “Add user”, choose Staff or Driver, and enter name, email and phone.',
        'For an admin, press “Registration link” and send the link to them.',
      ],
      expect: ['A registration link is valid for 24 hours and works once.'],
      warning: 'Whoever has the link can become an admin. Send it to that one person only.',
    },
    {
      title: 'Set permissions',
      text: 'Each area of the product has three permissions: view, edit and delete.',
      howTo: ['Open the user.', 'Switch view, edit and delete on or off for each area.', 'Press “Save permissions”.'],
      expect: ['A page somebody may not view is gone from their sidebar, and the server refuses it, too.'],
      tips: ['Start with view and add more when it is asked for.'],
    },
    {
      title: 'Suspend or delete',
      text: 'Suspend somebody who is away or has left; delete only an account that was made by mistake.',
      howTo: [
        'Open the menu of the user and press “Suspend”; “Unsuspend” lets them in again.',
        'To delete, press “Delete” and confirm.',
      ],
      expect: ['A suspended user is logged out at once and cannot log in.'],
      warning: 'Deletion is permanent.',
    },
  ],
  retention: [
    {
      title: 'Bring customers back',
      text: 'Retention writes to customers who have not ordered for a while, and keeps a log of every message.',
      expect: ['Only active customers who have not opted out get a message.'],
    },
    {
      title: 'Set the thresholds',
      text: 'Two settings decide who is written to and how long you keep the record.',
      howTo: [
        'Inactivity threshold: after how many days without an order a customer counts as inactive.',
        'Log retention period: how long messages stay in the log.',
        'Press “Save”.',
      ],
      tips: ['Begin with a long threshold and shorten it: a message too early is a nuisance.'],
      warning: 'Messages older than the log retention period are removed from the log and do not come back.',
    },
    {
      title: 'Send the messages',
      text: 'Messages go out once a day by themselves; you can also send them now.',
      howTo: [
        'Press “Run now” to see who would get a message.',
        'Check the customers and the text.',
        'Confirm to send.',
      ],
      expect: ['Nobody gets the same message twice for the same time of silence.'],
    },
    {
      title: 'Read the log',
      text: 'Each row is one message: the customer, the text, SMS or Email, Sent or Failed, and the time.',
      howTo: ['Filter by type or by status.', 'Search for a customer.', 'Open a failed message to read why it failed.'],
      shortcut: { keys: ['/'], does: 'Moves to the search from anywhere on the page.' },
    },
  ],
} satisfies Partial<Record<TutorialKey, Tutorial>>
