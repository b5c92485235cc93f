import { type Flag, flags, type Module, modules } from '#shared/access/roles.ts'
import { moduleNames, moduleNotes } from './role-choice.ts'
import { Checkbox } from '#web/ui/choice-field.tsx'

type Chosen = Record<Module, Record<Flag, boolean>>

type PermissionTableProps = {
  chosen: Chosen
  /** The defaults of the role. */
  defaults: Chosen
  /** Undefined for users who may only view. */
  onChange: ((module: Module, flag: Flag, isOn: boolean) => void) | undefined
}

const flagNames = { view: 'View', edit: 'Edit', delete: 'Delete' } as const

/** The modules with their permissions. */
export function PermissionTable({ chosen, defaults, onChange }: PermissionTableProps) {
  return (
    <table className="w-full text-table" aria-label="Permissions">
      <thead>
        <tr className="border-line border-y bg-subtle text-left text-secondary">
          <th scope="col" className="py-2 pr-2 pl-5 font-medium max-md:pl-4">
            Area
          </th>
          {flags.map((flag) => (
            <th key={flag} scope="col" className="w-18 px-1 py-2 text-center font-medium last:pr-4 max-md:w-14">
              {flagNames[flag]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {modules.map((module) => (
          <tr key={module} className="border-line border-b last:border-b-0">
            <th scope="row" className="py-2 pr-2 pl-5 text-left font-normal max-md:pl-4">
              <span className="block font-medium">{moduleNames[module]}</span>
              {moduleNotes[module] && <span className="block text-secondary text-xs">{moduleNotes[module]}</span>}
              <span className="block text-muted text-xs">Role default: {wordsOf(defaults[module])}</span>
            </th>
            {flags.map((flag) => (
              <td key={flag} className="px-1 text-center last:pr-4">
                <label className="inline-grid size-8 place-content-center">
                  <Checkbox
                    aria-label={`${flagNames[flag]} ${moduleNames[module]}`}
                    checked={chosen[module][flag]}
                    disabled={!onChange}
                    onChange={(event) => onChange?.(module, flag, event.target.checked)}
                  />
                </label>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const wordsOf = (some: Record<Flag, boolean>) => flags.filter((flag) => some[flag]).join(', ') || 'none'
