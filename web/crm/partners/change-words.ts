/** The actions of the audit log as text, by the part of their name after the kind of record. */
const words: Record<string, string> = {
  created: 'added this record',
  updated: 'changed this record',
  deleted: 'deleted this record',
  restored: 'restored this record',
  merged: 'merged another record into this one:',
  mergedInto: 'merged this record into:',
  'note.added': 'added a note',
  'note.changed': 'changed a note',
  'note.removed': 'deleted a note',
  'address.added': 'added an address',
  'address.changed': 'changed an address',
  'address.removed': 'deleted an address',
  'contact.added': 'added the contact',
  'contact.changed': 'changed the contact',
  'contact.removed': 'removed the contact',
  'contact.merged': 'merged a contact:',
  owner: 'changed the account owner',
  'call.planned': 'planned a call',
  'call.made': 'marked a call as done',
  'call.reopened': 'reopened a call',
  billing: 'changed the tax exemption or reminders',
  'credit.refunded': 'refunded credit',
  'credit.opened': 'recorded an opening credit',
  'credit.openingReversed': 'reversed the opening credit',
  'statement.mailed': 'emailed a statement',
  'creditNote.mailed': 'emailed a credit note',
  'reminder.mailed': 'emailed a reminder',
  'retention.optedOut': 'stopped retention messages to this customer',
  'retention.optedIn': 'allowed retention messages to this customer again',
  'portal.viewed': 'viewed the portal as this customer',
}

/** `account.call.made` → the predicate of a sentence about it. */
export const changeWords = (name: string): string =>
  words[name] ?? name.replace(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`).replaceAll('.', ' ')
