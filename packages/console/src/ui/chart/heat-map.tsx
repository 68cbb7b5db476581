import styles from './chart.module.css'

interface Props {
  label: string
  /** Column names; every third one is shown. */
  columns: readonly string[]
  rows: readonly { name: string; values: readonly number[] }[]
  /** Formats a value. */
  text: (value: number) => string
}

/** A heat map of two time dimensions, as a table with colored cells. */
export function HeatMap({ label, columns, rows, text }: Props) {
  const top = Math.max(1, ...rows.flatMap(({ values }) => values))
  return (
    <figure className={styles.chart}>
      <figcaption>
        <strong>{label}</strong>
      </figcaption>
      <div className={styles.scroll}>
        <table className={styles.heat} aria-label={label}>
          <thead>
            <tr>
              <td />
              {columns.map((column, index) => (
                <th key={column} scope="col">
                  <span className={index % 3 === 0 ? undefined : 'visually-hidden'}>{column}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ name, values }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                {values.map((value, index) => (
                  <td
                    key={columns[index]}
                    title={`${name} ${columns[index]}: ${text(value)}`}
                    style={{ '--heat': `${Math.round((value / top) * 100)}%` } as object}
                  >
                    <span className="visually-hidden">{text(value)}</span>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  )
}
