export const Reference = () => <p>soon</p>
