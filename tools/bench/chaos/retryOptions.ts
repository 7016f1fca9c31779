/** More retries than the faults can use up: whatever fails in spite of them could not be done. */
export const RETRY_OPTIONS = { maxRetries: 20, retryBudget: 3600, timeout: 3000 };
