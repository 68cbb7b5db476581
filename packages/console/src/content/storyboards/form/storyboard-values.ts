import type { StoryboardInput } from '@vitrine/contract/api/content/storyboards'
import type { z } from 'zod'
import type { EntityFormState } from '#ui/form/use-entity-form.ts'

export type StoryboardValues = z.input<typeof StoryboardInput>
export type StoryboardFormState = EntityFormState<StoryboardValues, StoryboardInput>
