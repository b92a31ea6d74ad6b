// How the replies of a service show its choices: one line for each assumption.

import { seeCategory, seeRequestSize, seeStatusDefault } from './creation.ts'
import { seeLimitScope, seeLimitShown, seeLimitWindow, seeNoKey } from './limits.ts'
import { seeIds, seeOrder, seeOrders, seePaging } from './lists.ts'
import { type Look, seeForm, seeStatus } from './look.ts'
import { seeCodes, seeInvalidQuery, seeRemoved, seeUnknownFields } from './refusals.ts'

export const LOOKS: Readonly<Record<string, Look>> = {
  order: seeOrder,
  paging: seePaging,
  ids: seeIds,
  'invalid-query': seeInvalidQuery,
  'invalid-id': seeStatus('wrong id', ['404', '400'], 'an id that is no number'),
  'unknown-fields': ({ answers }) => seeUnknownFields(answers.get('unknown parameter')),
  'unknown-route': ({ answers }) => seeForm(answers.get('unknown path'), { error: 'error-body', html: 'html' }, 'an unknown path'),
  orders: seeOrders,
  codes: seeCodes,
  'limited-body': ({ troubles }) =>
    seeForm(
      troubles.find(({ status }) => status === 429),
      { error: 'error', html: 'html', empty: 'empty' },
      'a 429',
    ),
  failures: ({ troubles }) =>
    seeForm(
      troubles.find(({ status }) => status >= 500),
      { error: 'error', html: 'html' },
      'a failure',
    ),
  'limit-scope': seeLimitScope,
  'limit-shown': seeLimitShown,
  'limit-window': seeLimitWindow,
  'no-key': seeNoKey,
  removed: seeRemoved,
  'status-default': seeStatusDefault,
  category: seeCategory,
  'invalid-body': seeStatus('wrong type', ['400', '415'], 'a body of type text/plain'),
  'request-size': seeRequestSize,
}
