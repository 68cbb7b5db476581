import { queryOptions } from '@tanstack/react-query'
import type { LayoutDocument } from '@vitrine/contract/api/content/page-document'
import type { AnswerQuery } from '@vitrine/contract/api/data/answers'
import { api } from '#lib/api.ts'

export const answersKey = ['answers'] as const

type Filter = Pick<AnswerQuery, 'pageId' | 'widgetId' | 'from'>

export const questionsQuery = (filter: Filter) =>
  queryOptions({
    queryKey: [...answersKey, 'questions', filter],
    queryFn: async ({ signal }) => (await api.answers.questions({ query: filter }, { signal })).questions,
  })

/** The newest answers of one question. */
export const answersQuery = (filter: Filter, pageSize: number) =>
  queryOptions({
    queryKey: [...answersKey, 'list', filter, pageSize],
    queryFn: ({ signal }) => api.answers.list({ query: { ...filter, pageSize } }, { signal }),
  })

const ASKING: readonly string[] = ['rating', 'radio', 'checkbox', 'dropdown', 'comment', 'button']

/** Whether a page has a widget that people can answer or touch. */
export const asksSomething = ({ widgets }: Pick<LayoutDocument, 'widgets'>): boolean =>
  widgets.some(({ type }) => ASKING.includes(type))
