import type { TutorialKey } from '#web/app/tutorials/pick.ts'
import type { Tutorial } from '#web/app/tutorials/tutorial.ts'

/** Products, their categories and locations. */
export const inventory = {
  inventory: [
    {
      title: 'What you have',
      text: 'The list shows every product with what is on hand, what is reserved and what is available.',
      expect: [
        'Available is what you can still sell: usable lots, minus reserved.',
        'A product is out of stock when nothing is available, and low when it is at its reorder point or below.',
      ],
      tips: [
        'A product without its own reorder point uses the low stock threshold in Settings.',
        'The tabs above the list lead to “Lots & expiry”, “Reorder”, “Recalls”, “Stock counts”, “Production” and “Deleted items”.',
      ],
    },
    {
      title: 'Search and filter',
      text: 'Find a product by its name, SKU or barcode, or narrow the list to what interests you.',
      howTo: [
        'Type into the search: words in any order; typos and missing hyphens are tolerated.',
        'Choose a category; “All Categories” shows all of them again.',
        'Choose In stock, Low stock or Out of stock, or a supplier.',
      ],
      expect: ['Each filter appears below as a chip; press × on it to drop it.'],
      shortcut: { keys: ['/'], does: 'Moves to the search from anywhere on the page.' },
    },
    {
      title: 'Add, edit or delete a product',
      text: 'The form is in sections: basics, prices, packaging, details, bill of materials, and stock and warehouse.',
      howTo: [
        'Press “Add product”, or open a product and press “Edit” in its menu.',
        'Fill in what is marked as required: the category, supplier, price, cost and pieces per case among them.',
        'Choose the warehouse and the Initial Quantity, and save.',
        'To delete it, press “Delete” in its menu and confirm; orders and invoices that name it keep it.',
      ],
      expect: [
        'Errors are shown below their fields, and the page takes you to the first one.',
        'You can undo a deletion immediately, or restore the product from the deleted items.',
      ],
      tips: ['To enter something similar, open a product and press “Duplicate”.'],
      warning: 'Deleted products cannot be recovered after they are deleted permanently from the deleted items.',
    },
    {
      title: 'Add, reduce or audit stock',
      text: 'Stock changes are entries with a reason, never overwritten numbers.',
      howTo: [
        'Open the product and press “Add stock”, or “Reduce stock” in its menu; enter the quantity, at least 1, and a reason.',
        'With the reason “Other”, say in your own words what happened.',
        'After counting the shelf, start an audit: enter the total and the committed quantity you found, and confirm the difference.',
      ],
      expect: [
        'The entry is in the product’s stock history with your name, the time and the reason.',
        'If the committed quantity differs from the stock reserved for open orders, these orders are shown first.',
      ],
    },
    {
      title: 'Many at once, columns, export',
      text: 'Tick several products to change them together, choose the columns, and export the list.',
      howTo: [
        'Tick products and press “Change”: category, supplier, location or reorder point. Each row says whether it worked.',
        'Press “Columns and density” to choose, order and keep your columns.',
        'Press “Export” for the filtered list as CSV or Excel.',
      ],
      tips: ['Labels of selected products print as a sheet, a roll or ZPL.'],
    },
    {
      title: 'Lots, counts and recalls',
      text: 'Goods that expire are lot-tracked: first expiring lots go first, and lots on hold, expired or recalled are never offered.',
      howTo: [
        'Under “Lots & expiry”, see what expires soon and its value; open a lot to hold, trace or recall it.',
        'Under “Stock counts”, press “Plan count”: a location, a zone, a category, a class, or several of them.',
        'Under “Recalls”, press “Start a recall or a drill”; a drill finds everything and changes nothing.',
      ],
      expect: [
        'Movements during the count are adjusted automatically; only the difference is posted, once approved.',
        'A recall finds what is in stock, in transfer, reserved, packed, out for delivery and with customers.',
      ],
    },
  ],
  categories: [
    {
      title: 'Organize your products',
      text: 'A category groups products: gloves, masks, infusion sets. Every product belongs to one.',
      expect: ['Categories are what the inventory list and the reports are filtered by.'],
    },
    {
      title: 'Find a category',
      text: 'The list shows each category with its description and how many products it holds.',
      howTo: [
        'Type part of a name or description into the search.',
        'Press the number of products to see them in the inventory list.',
        'Press the heading “Name” to sort.',
      ],
    },
    {
      title: 'Add or edit a category',
      text: 'The name is required, the description is optional.',
      howTo: [
        'Press “Add category”, or open the menu of a row and press “Edit”.',
        'Enter the name and, where it helps others, a description.',
        'Save. The category can be chosen in products at once.',
      ],
      tips: ['Few broad categories are easier to choose from than many narrow ones.'],
      shortcut: { keys: ['Esc'], does: 'Closes the dialog; it asks first if you have changed something.' },
    },
    {
      title: 'Delete a category',
      text: 'An empty category is deleted at once; the products of another are moved in the same step.',
      howTo: [
        'Press “Delete” in the menu of the row and confirm.',
        'Where products are in it, choose the category that takes them over and press “Move products and delete”.',
      ],
      expect: ['A deleted category can be brought back with Undo, or later from the deleted items.'],
      warning: 'Deletion is permanent once it is removed from the deleted items, too.',
    },
  ],
  locations: [
    {
      title: 'Where stock is kept',
      text: 'A location is a warehouse or a factory. It has an address, coordinates and a description, and may be divided into zones.',
      expect: ['A warehouse keeps and ships goods.', 'A factory also makes products out of raw materials.'],
    },
    {
      title: 'List and map',
      text: 'The list compares locations; the map shows where they are and what was transferred between them.',
      howTo: [
        'Search for a name or address, or filter by type to see only warehouses or only factories.',
        'Press “Map”; the search and the filter stay. “List” leads back.',
        'Press a point on the map to open the location.',
      ],
      expect: ['Larger points hold more stock; lines are the transfers of the last 90 days.'],
      tips: ['Only a location with coordinates is on the map.'],
    },
    {
      title: 'Add or edit a location',
      text: 'Name and type are required; coordinates place it on the map.',
      howTo: [
        'Press “Add location”, or open the menu of a row and press “Edit”.',
        'Choose Warehouse or Factory, and enter the address and the coordinates.',
        'Save.',
        'For stock at a customer’s, open the empty location, press “Consignment…” and choose the customer.',
      ],
      expect: ['Products, stock transfers and kits can use it at once.'],
    },
    {
      title: 'Zones and stock by location',
      text: 'Open a location to see its stock by lot and zone.',
      howTo: [
        'Press “Add zone” for separate areas such as racks, cold storage, quarantine or returns.',
        'Select goods in the table and press “Choose zone”.',
        'Press the name of a zone, or filter by it, to see its goods.',
      ],
      expect: ['No stock is moved: the zone says where to find it in the location.'],
      tips: ['To assign a single lot to another zone, untick “All lots, including future ones”.'],
    },
    {
      title: 'Delete a location or a zone',
      text: 'Locations with stock or open documents cannot be deleted. The dialog lists them.',
      howTo: [
        'Move its goods away with a stock transfer, and finish what is open.',
        'Press “Delete” in the menu of the row, choose a new default location for its items if needed, and confirm.',
        'The goods of a deleted zone move to another zone or to none.',
      ],
      expect: ['A deleted location or zone can be brought back with Undo, or later from the deleted items.'],
      warning: 'Deletion is permanent once it is removed from the deleted items, too.',
    },
  ],
} satisfies Partial<Record<TutorialKey, Tutorial>>
