import type { TutorialKey } from '#web/app/tutorials/pick.ts'
import type { Tutorial } from '#web/app/tutorials/tutorial.ts'

/** Sidebar group "Logistics", and what drivers see. */
export const logistics = {
  shipping: [
    {
      title: 'Shipments to send',
      text: 'An order that is ready for shipping gets a shipping record. It says how the goods travel and where they are.',
      expect: ['The statuses are Ready for shipping, On the way, Delivered and Failed delivery.'],
    },
    {
      title: 'Find a shipment',
      text: 'Search by number, order or customer, and filter by status.',
      howTo: [
        'Choose “Ready for shipping” to see what is not planned yet.',
        'Type a number or a customer into the search.',
        'Press a row to see its packages, its order and its proof of delivery.',
      ],
      shortcut: { keys: ['/'], does: 'Moves to the search from anywhere on the page.' },
    },
    {
      title: 'Pack and print',
      text: 'Packages list the pieces of each lot in them, their weight and whether they must stay cold.',
      howTo: [
        'Open the shipment and press “Pack”, or “Edit packages” later.',
        'Add a package for each box or pallet and enter the pieces in it. Save.',
        'Press “Print” for the delivery note, the packing slip and a label for each package.',
      ],
      tips: ['Tick several shipments in the list to print their documents as one file.'],
    },
    {
      title: 'Ship it',
      text: 'A shipment travels with your own driver on a route, with a carrier, or is picked up.',
      howTo: [
        'Press “Put on a route” and choose a planned route, or press “Assign carrier” beside it.',
        'Press “Mark as shipped” when the carrier has the goods, or let the driver start the route.',
        'If the customer collects the goods, choose “Picked up by customer” and let them sign.',
      ],
      expect: ['The status of the sales order follows automatically.'],
    },
    {
      title: 'Delivered or failed',
      text: 'A delivery ends with proof or with a reason.',
      howTo: [
        'Open a delivered shipment to see the signature, the notes and who received the goods.',
        'Open a failed one to read the reason.',
        'Press “Reschedule” for another attempt, or press “Check goods in” beside it.',
      ],
      tips: ['The page “Delivery status” shows the whole day by route: what is late or failed comes first.'],
    },
  ],
  routes: [
    {
      title: 'A driver’s day',
      text: 'A route has a driver, a date and stops in sequence, each with its own status.',
      expect: ['A route is planned, then in progress, then completed. A planned one can also be cancelled.'],
    },
    {
      title: 'List, board and map',
      text: 'The list compares routes, the board shows them by driver or by day, the map where they lead.',
      howTo: [
        'Search by number or driver, and filter by driver, vehicle, date or status.',
        'Switch to the board to give a planned route to another driver or day.',
        'Switch to the map to see where the routes lead; the filters stay.',
      ],
      shortcut: { keys: ['/'], does: 'Moves to the search from anywhere on the page.' },
    },
    {
      title: 'Plan a route',
      text: 'Choose who drives and what they deliver.',
      howTo: [
        'Press “Add route” and choose the driver, the vehicle and the date.',
        'Press “Add stops” and select shipments that are ready for shipping: each becomes a stop.',
        'Or press “Plan day”: it proposes routes for the drivers and lists what does not fit.',
      ],
      expect: ['The driver sees the route in the driver portal.'],
    },
    {
      title: 'Put the stops in order',
      text: 'The sequence decides which customer is next.',
      howTo: [
        'Drag a stop to its place, or use “Move to…” in its menu. The change in distance and time is shown at once.',
        'Press “Save order”, or “Discard” to go back.',
        'Or press “Optimise” and compare before and after.',
      ],
      tips: ['Put customers with fixed opening hours first.'],
      warning:
        'Stops can be reordered only while the route is planned. Once it is in progress, stops can only be postponed.',
    },
    {
      title: 'Follow it on the road',
      text: 'When the driver starts the journey, the first stop is on the way; each finished stop advances to the next.',
      expect: [
        'The route’s page shows where the driver is and when the next stop is expected.',
        'Customers are notified when their delivery is on its way.',
      ],
    },
    {
      title: 'Edit, cancel or delete',
      text: 'A planned route can still be changed in every way.',
      howTo: ['Open the menu of the route.', 'Press “Edit”, “Cancel route” or “Delete”, and confirm.'],
      expect: ['The shipments of a cancelled or deleted route are ready for shipping again.'],
      warning: 'Deletion is permanent once it is removed from the deleted items, too.',
    },
  ],
  'driver-portal': [
    {
      title: 'Your routes',
      text: 'The driver portal shows the routes that are yours, today’s first.',
      expect: ['You see your own routes only; the office plans them.'],
    },
    {
      title: 'Open a route',
      text: 'Tap a route to see its stops in sequence, each with customer, address and phone.',
      howTo: [
        'Tap the route.',
        'Tap “Check load” and scan or tick each package, then tap “Finish load check”.',
        'Tap “Start route” when you leave.',
      ],
      expect: ['The first stop is now on the way, and the office sees that you have started.'],
      tips: ['Only one route can be in progress at a time: finish it before you start the next.'],
    },
    {
      title: 'On the road',
      text: 'One stop is on top: the one you are driving to.',
      howTo: [
        'Tap “Navigate” for the way, “Call” or “Message” for the customer.',
        'Tap “Arrived” at the door, then “Deliver” or “Failed”.',
      ],
    },
    {
      title: 'Without a connection',
      text: 'The route stays readable where there is no network.',
      expect: [
        'What you record waits on the phone and is sent in order as soon as there is a connection.',
        'The page shows how many records are waiting.',
      ],
      warning: 'Do not log out while records wait to be sent.',
    },
  ],
  'route-detail': [
    {
      title: 'Stop by stop',
      text: 'This page guides you through one route: the current stop on top, the others below it in sequence.',
      expect: ['Each stop shows whether it is ready, on the way, delivered or failed.'],
    },
    {
      title: 'Start the journey',
      text: 'Starting sets the route in progress and the first stop on the way.',
      howTo: ['Tap “Check load” and scan or tick each package.', 'Tap “Start route”.'],
      expect: ['From here on the sequence is fixed; a stop can only be postponed.'],
    },
    {
      title: 'Confirm a delivery',
      text: 'The delivery confirmation captures a signature and notes.',
      howTo: [
        'Tap “Arrived” and then “Deliver” at the door.',
        'Scan each package: a package for another customer is rejected with a warning.',
        'Enter who received the goods and let them sign on the screen.',
        'Add notes about anything unusual: left at reception, one box opened.',
        'Tap “Confirm delivery”.',
      ],
      expect: ['The stop is delivered, and the office and the customer can see the proof.'],
      tips: ['Turn the phone sideways for more room to sign.'],
    },
    {
      title: 'When a delivery fails',
      text: 'A failed delivery needs a reason, so that the office knows what to do next.',
      howTo: [
        'Tap “Failed”.',
        'Choose the reason, for example “Customer absent”, and take a photo if it helps.',
        'Tap “Confirm failed delivery” and take the goods back with you.',
      ],
    },
    {
      title: 'Go on to the next stop',
      text: 'After each stop the next one moves to the top.',
      howTo: ['Tap “Arrived” at the next door.', 'After the last stop, tap “End route”.'],
      expect: ['The next customer’s stop is now on the way.'],
      tips: ['If no one is ready, tap “Postpone” and return to the stop later.'],
    },
  ],
} satisfies Partial<Record<TutorialKey, Tutorial>>
