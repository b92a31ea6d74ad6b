// A small client with a mistake that many clients have: it sends every failed call again at once. The README shows what the sandbox
// says of it.

const { PETSTORE_BASE_URL, PETSTORE_API_KEY } = process.env
const headers = { Authorization: `Bearer ${PETSTORE_API_KEY}`, 'Content-Type': 'application/json' }

async function call(path, init = {}) {
  for (let tries = 1; ; tries += 1) {
    try {
      const response = await fetch(PETSTORE_BASE_URL + path, { headers, ...init })
      if (response.ok) return await response.json()
      if (tries === 3) throw new Error(`${path}: ${response.status}`)
    } catch (error) {
      if (tries === 3) throw error
    }
  }
}

const pet = await call('/pets', { method: 'POST', body: JSON.stringify({ name: 'Rex', categoryId: 1 }) })
const pets = await call('/pets?limit=100')
if (!pets.some(({ id }) => id === pet.id)) throw new Error('Rex is not in the list')
