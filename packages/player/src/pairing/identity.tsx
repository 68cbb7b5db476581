/** The screen's name and organization, readable across a hall. */
export function Identity({ name, organization }: { name: string; organization: string }) {
  return (
    <main className="own identity">
      <h1>
        <bdi>{name}</bdi>
      </h1>
      <p>
        <bdi>{organization}</bdi>
      </p>
    </main>
  )
}
