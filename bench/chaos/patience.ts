/** An item can always be tried once more; what then still fails could not be done. */
export const PATIENT = { maxRetries: 20, retryBudget: 3600, timeout: 3000 };
