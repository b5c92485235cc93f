import type { TutorialKey } from '#web/app/tutorials/pick.ts'
import type { Tutorial } from '#web/app/tutorials/tutorial.ts'

/** Sidebar groups "Marketing" and "Administration". */
export const administration = {
  users: [
    {
      title: 'Who may use Wardstock',
      text: 'The list shows every user with name, email, role and whether they are suspended.',
      expect: [
        'An admin sees everything; staff, drivers and sales representatives see what their permissions allow.',
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
      title: 'Invite a user',
      text: 'Invite staff and drivers here; other admins register with a link.',
      howTo: [
        'Press “Invite user”, choose Staff or Driver, and enter name, email and phone.',
        'For an admin, press “Generate administrator link” and send the link to them.',
      ],
      expect: ['A registration link is valid for 24 hours and works once.'],
      warning: 'Anyone with the link can become an admin. Send it only to the intended person.',
    },
    {
      title: 'Set permissions',
      text: 'Each area of the product has three permissions: view, edit and delete.',
      howTo: ['Open the user.', 'Switch view, edit and delete on or off for each area.', 'Press “Save permissions”.'],
      expect: ['Pages a user may not view are hidden from their sidebar and refused by the server.'],
      tips: ['Start with view and add more as needed.'],
    },
    {
      title: 'Suspend or delete',
      text: 'Suspend users who are away or have left; delete only accounts created by mistake.',
      howTo: [
        'Open the menu of the user and press “Suspend”; “Lift suspension” lets them log in again.',
        'To delete, press “Delete” and confirm.',
      ],
      expect: ['Suspended users are logged out immediately and cannot log in.'],
      warning: 'Deletion is permanent.',
    },
  ],
  retention: [
    {
      title: 'Win back customers',
      text: 'Retention messages customers who have not ordered for a while and logs every message.',
      expect: ['Only active customers who have not opted out get a message.'],
    },
    {
      title: 'Set the thresholds',
      text: 'Two settings decide who is contacted and how long the log is kept.',
      howTo: [
        'Open the tab “Settings”.',
        'Inactivity threshold: after how many days without an order a customer counts as inactive.',
        'Log retention period: how long messages stay in the log.',
        'Press “Save”.',
      ],
      tips: ['Start with a long threshold and shorten it over time.'],
      warning: 'Messages older than the log retention period are removed from the log and cannot be restored.',
    },
    {
      title: 'Look at the candidates',
      text: 'The tab “Candidates” shows who would get a message, with its text, before anything is sent.',
      howTo: ['Press a row to read the message.', 'Filter by status to see who is excluded, and why.'],
      tips: ['Press “Create call task” to have the account’s owner call instead.'],
    },
    {
      title: 'Send the messages',
      text: 'Send now, or have messages sent automatically.',
      howTo: [
        'Press “Run now” and confirm.',
        'For sending every hour, tick “Send automatically” in the settings.',
        'Change the texts in the tab “Templates” and send a test to yourself.',
      ],
      expect: ['Each customer gets a message only once per inactive period.', 'Nothing is sent in quiet hours.'],
    },
    {
      title: 'Read the log',
      text: 'Each row is one message: the customer, the text, SMS or Email, Sent or Failed, and the time.',
      howTo: ['Filter by type or by status.', 'Search for a customer.', 'Open a failed message to read why it failed.'],
      shortcut: { keys: ['/'], does: 'Moves to the search from anywhere on the page.' },
    },
  ],
} satisfies Partial<Record<TutorialKey, Tutorial>>
