import type { Fields } from '@vitrine/contract/fields/field'
import { checkValues, defaultsOf, type Values } from '@vitrine/contract/fields/values'
import { useState } from 'react'
import type { FieldsHost } from '#fields/control.ts'
import { FieldsForm } from '#fields/fields-form.tsx'
import { show } from './console-window.tsx'

const PICTURE = { id: 'm1', name: 'Bread.png', mimetype: 'image/png' }
const FILM = { id: 'm2', name: 'A film of the summer.mp4', mimetype: 'video/mp4', duration: 20 }

/** The environment of the fields: two media items, a list of cities, and action targets. */
const HOST: FieldsHost = {
  pickMedia: async () => [PICTURE],
  media: (id) => [PICTURE, FILM].find((item) => item.id === id),
  lookup: async () => [
    { value: 'cairo', label: 'Cairo' },
    { value: 'oslo', label: 'Oslo' },
  ],
  palette: ['#112233'],
  actions: {
    storyboards: [{ id: 's1', name: 'Lunch' }],
    layouts: [
      { id: '', name: 'This page' },
      { id: 'l2', name: 'Second' },
    ],
    zones: (layoutId) =>
      layoutId === ''
        ? [
            { id: 'z1', name: 'Big zone', entries: [PICTURE, FILM, PICTURE] },
            { id: 'z2', name: 'Empty zone', entries: [] },
          ]
        : [{ id: 'z3', name: 'Zone elsewhere', entries: [FILM] }],
    devices: [
      { id: 'device-1', name: 'Lobby screen', online: true },
      { id: 'device-2', name: 'Door screen', online: false },
    ],
  },
}

/** Renders a form of these fields. `values()`: its current input. */
export function openFields(fields: Fields, start: Values = {}, host = HOST) {
  let now: Values = { ...defaultsOf(fields), ...start }
  function Form() {
    const [values, setValues] = useState(now)
    now = values
    return (
      <FieldsForm
        fields={fields}
        values={values}
        errors={checkValues(fields, values)}
        host={host}
        onChange={(name, value) => setValues((before) => ({ ...before, [name]: value }))}
      />
    )
  }
  return { ...show(<Form />), values: () => now }
}
