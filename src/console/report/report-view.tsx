export const Report = () => <p>soon</p>
