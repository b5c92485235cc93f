import type { TutorialKey } from '#web/app/tutorials/pick.ts'
import type { Tutorial } from '#web/app/tutorials/tutorial.ts'

/** Transfers, kits and raw materials. */
export const stock = {
  'stock-transfers': [
    {
      title: 'Move stock between locations',
      text: 'A stock transfer moves items from a source to a destination. It is pending, completed or cancelled.',
      expect: [
        'Pending: the goods are reserved at the source. Once shipped, they are in transit.',
        'Completed: the goods are at the destination.',
        'Cancelled: the goods are released at the source.',
      ],
    },
    {
      title: 'Start a transfer',
      text: 'Source and destination must differ, and the source must have what you move.',
      howTo: [
        'Press “Add transfer” and choose the source and the destination.',
        'Add the items with their quantities. Choose a lot if needed; otherwise first expiring lots are used.',
        'Check what is available at the source, and press “Save transfer”.',
      ],
      expect: ['The new transfer is pending, and the goods cannot be sold meanwhile.'],
    },
    {
      title: 'Complete it on arrival',
      text: 'Complete a transfer when the goods have arrived and been counted.',
      howTo: [
        'When the goods leave, open the transfer and press “Ship”; “Print” in its menu prints the document for the driver.',
        'When they have arrived, press “Complete” and confirm what arrived.',
      ],
      expect: ['Both locations’ stock changes in one step, and the stock history of each item shows it.'],
      tips: ['If less arrived than was sent, enter the received quantity and what happened to the rest.'],
    },
    {
      title: 'Find, cancel or delete',
      text: 'Search by number, item or note, and filter by status, source, destination or day to find a transfer again.',
      howTo: [
        'To cancel, open a pending transfer, press “Cancel transfer” and confirm.',
        'To delete, open the menu of a transfer that is not completed, press “Delete” and confirm.',
      ],
      expect: ['A completed transfer stays: move the goods back with another transfer.'],
      shortcut: { keys: ['/'], does: 'Moves to the search from anywhere on the page.' },
      warning:
        'Deletion is permanent once it is removed from the deleted items, too. Cancel a transfer instead to keep it in the list.',
    },
  ],
  kits: [
    {
      title: 'Many items, one product',
      text: 'A kit is several items sold together at one price: a first-aid set, a procedure tray.',
      expect: ['A kit has a warehouse, a name, a price, its items with quantities, and a status.'],
    },
    {
      title: 'Put a kit together',
      text: 'Say what goes into one kit and how many kits you want.',
      howTo: [
        'Press “Add kit” and choose the warehouse.',
        'Enter the name and the price.',
        'Add each item and how many of it one kit holds.',
        'Enter how many kits to pack now, and press “Save kit”.',
      ],
      expect: ['The kit is pending and its items are reserved in that warehouse.'],
      tips: [
        'While it is pending, press “Edit order” in its menu to change quantity, warehouse or note.',
        'Press “Choose lots” under an item to take other lots; say why where others expire first.',
        'Compare the price with what the items of one kit cost before you save.',
        'The list “All kits” shows what can be packed; open a kit to see the limiting item or to press “Pack kits” again.',
      ],
    },
    {
      title: 'Complete the kit',
      text: 'Complete it when the kits are packed.',
      howTo: ['Open the pending kit.', 'Press “Complete” and confirm.'],
      expect: [
        'The items are deducted from stock and the finished kits are added.',
        'A kit expires when the earliest of its items does.',
      ],
      tips: [
        'Press “Take kits apart” in the menu of a completed kit: the items return to their lots, at the same or another location.',
      ],
    },
    {
      title: 'Cancel or delete',
      text: 'A kit can be cancelled while it is pending, and deleted as long as it is not completed.',
      howTo: [
        'Filter by status or search by name to find the kit.',
        'Press “Cancel kit” to free its items again, and confirm.',
        'Press “Delete” in its menu to remove it from the list, and confirm.',
      ],
      warning: 'Deletion is permanent once it is removed from the deleted items, too.',
    },
  ],
  'raw-materials': [
    {
      title: 'What products are made of',
      text: 'Raw materials are what a factory uses: fabric, film, tubing. Each has a name, a material type and a quantity.',
      expect: [
        'Raw materials are not sold. They are deducted from stock when a product is made.',
        'On hand, reserved and available mean the same as for products.',
      ],
    },
    {
      title: 'Find a material',
      text: 'Search by name or SKU, and filter by material type or stock status.',
      howTo: [
        'Type part of the name into the search.',
        'Choose a material type, or In stock, Low stock or Out of stock.',
        'Press the heading “Raw material” to sort the list.',
      ],
      shortcut: { keys: ['/'], does: 'Moves to the search from anywhere on the page.' },
    },
    {
      title: 'Add or edit a material',
      text: 'Enter a material once and use it in as many products as you like.',
      howTo: [
        'Press “Add raw material”, or open one and press “Edit” in its menu.',
        'Enter the name and the material type, and the unit cost, supplier and location where you know them.',
        'Enter the quantity you have, and save.',
        'Later, open it and press “Add stock”, or “Reduce stock” in its menu.',
      ],
      tips: ['Use the same spelling for a material type each time: the filter then finds all of them.'],
    },
    {
      title: 'Use it in a bill of materials',
      text: 'A product’s bill of materials names the raw materials of one piece, each with its quantity.',
      howTo: [
        'Open the product in the inventory list and press “Edit” in its menu.',
        'Under “Bill of materials”, choose “Manufactured” and add the materials and how much of each one piece takes.',
        'Save the product.',
        'To make it, press “Produce” under “Production” of the product, or beside it under “Where used” of a raw material.',
        'Choose the factory and the quantity. Under “Record scrap”, enter rejected and wasted quantities and the reason.',
      ],
      expect: [
        'Making the product at a factory takes the materials out of stock there, first expiring first, and brings the product in.',
        'Scrap cost is absorbed by good units.',
        'A run can be reversed while all it produced is still in stock; “All production runs with it” lists them.',
      ],
    },
    {
      title: 'Delete a material',
      text: 'Delete a material that is no longer on hand and no longer used anywhere.',
      howTo: [
        'Open it: “Where used” lists the products that are made of it.',
        'Take it out of their bills of materials.',
        'Press “Delete” in its menu and confirm.',
      ],
      expect: ['You can undo it immediately.'],
      warning: 'Deletion is permanent after the undo option disappears.',
    },
  ],
} satisfies Partial<Record<TutorialKey, Tutorial>>
