interface Props {
  name: string
  /** The address of the picture; null: there is none. */
  logo: string | null
  /** Of the line below; undefined: none. */
  color?: string | undefined
}

/** The organization of a screen, on pages that are the player's. */
export function OwnBrand({ name, logo, color }: Props) {
  return (
    <p className="own-brand" style={color ? { borderBottom: `0.4vmin solid ${color}` } : undefined}>
      {logo !== null && <img src={logo} alt="" />}
      <bdi>{name}</bdi>
    </p>
  )
}
