// The fields for operation, method and address, and for the parameters of the operation.

import { useEffect } from 'preact/hooks'
import { type Node, type Operation, resolve } from '../contract.ts'
import { Select, TextField } from '../parts/controls.tsx'
import { contract } from '../state.ts'
import { change, draft, startWith } from './draft.ts'
import { findOperation, readParameter, writeParameter } from './target.ts'

export function TargetFields() {
  const { operations = [] } = contract.value ?? {}
  const { method, target } = draft.value
  const operation = findOperation(operations, method, target)
  useEffect(() => {
    if (target === '' && operations[0]) startWith(operations[0])
  }, [operations])
  return (
    <>
      <label class="wide">
        Operation
        <Select
          value={operation?.id ?? ''}
          choices={[
            ...(operation === undefined ? [['', 'not in the contract'] as const] : []),
            ...operations.map(({ id, method: verb, path, node }) => [id, `${verb} ${path} · ${String(node.summary ?? id)}`] as const),
          ]}
          onChange={(value) => {
            const chosen = operations.find(({ id }) => id === value)
            if (chosen) startWith(chosen)
          }}
        />
      </label>
      <div class="line-of">
        <TextField
          label="Method"
          class="method"
          isCode
          value={method}
          suggestions={['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS']}
          onInput={(text) => change({ method: text.toUpperCase() })}
        />
        <TextField label="Path and query" class="grow" isCode value={target} onInput={(text) => change({ target: text })} />
      </div>
      {operation && operation.parameters.length > 0 && (
        <fieldset class="fields">
          <legend>Parameters</legend>
          {operation.parameters.map((parameter) => (
            <ParameterField key={String(parameter.name)} operation={operation} parameter={parameter} />
          ))}
        </fieldset>
      )}
    </>
  )
}

function ParameterField({ operation, parameter }: { operation: Operation; parameter: Node }) {
  const { document } = contract.value ?? { document: {} }
  const { target } = draft.value
  const [name, place] = [String(parameter.name), String(parameter.in)]
  if (place !== 'path' && place !== 'query') return null
  const { enum: choices, default: usual } = resolve(document, parameter.schema)
  return (
    <TextField
      label={
        <>
          <b>{name}</b> {place === 'path' ? 'in the path' : ''} {parameter.required === true ? 'required' : ''}
        </>
      }
      isCode
      value={readParameter(target, operation, name, place)}
      placeholder={usual === undefined ? '' : String(usual)}
      {...(Array.isArray(choices) && { suggestions: choices.map(String) })}
      onInput={(text) => change({ target: writeParameter(draft.value.target, operation, name, place, text) })}
    />
  )
}
