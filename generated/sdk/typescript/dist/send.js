/** One call: its attempts, each the same request, until there is an answer or the budget is used up. */
import createFetchClient from 'openapi-fetch';
import { OPERATIONS, VERSION } from "./operations.js";
import { ApiError, ConfigurationError, ConnectionError, readRefusal } from "./errors.js";
import { mayPass, waitSeconds } from "./retry.js";
export function sender({ baseUrl, apiKey, fetch, appName }) {
    // A redirect would send the key elsewhere, and make a GET of a POST.
    const { request } = createFetchClient({ baseUrl, fetch, redirect: 'manual' });
    const agent = agentHeaders(appName);
    return async (outgoing, budget) => {
        const { method, path, repeat } = OPERATIONS[outgoing.id];
        const { body, idempotencyKey } = outgoing;
        checkPath(path, outgoing.path ?? {});
        // Once, so that each attempt has the same bytes, whatever becomes of the caller's object.
        const text = body === undefined ? undefined : JSON.stringify(body);
        for (;;) {
            const headers = {
                ...agent,
                Authorization: `Bearer ${await apiKey()}`,
                ...(idempotencyKey !== undefined && { 'Idempotency-Key': idempotencyKey }),
            };
            const init = {
                params: { path: outgoing.path, query: outgoing.query },
                headers,
                ...(text !== undefined && { body, bodySerializer: () => text }),
            };
            const failure = await attempt(request, {
                method,
                path,
                init,
                outgoing,
                budget,
            });
            if (!(failure instanceof Error))
                return failure;
            if (!mayPass(failure, { repeat, body }))
                throw failure;
            const asked = failure instanceof ApiError ? failure.retryAfterSeconds : undefined;
            const seconds = waitSeconds(budget.attempts, asked, Math.random());
            if (!(await budget.wait(seconds)))
                throw failure;
        }
    };
}
/** @throws the reason of the caller's signal, and nothing else */
async function attempt(request, { method, path, init, outgoing, budget }) {
    const seconds = budget.begin();
    const sent = () => ({
        operationId: outgoing.id,
        attempts: budget.attempts,
        idempotencyKeys: outgoing.idempotencyKeys,
    });
    const ending = new AbortController();
    const end = () => ending.abort(budget.signal?.reason);
    budget.signal?.addEventListener('abort', end, { once: true });
    const timer = setTimeout(() => ending.abort(), seconds * 1000);
    try {
        const { data, error, response } = await request(method, path, {
            ...init,
            signal: ending.signal,
        });
        if (!response.ok)
            return new ApiError(readRefusal(response, error), sent());
        if (data !== undefined)
            return { data, response };
        return new ConnectionError({ message: 'The answer has no body.', isTimeout: false }, sent());
    }
    catch (cause) {
        budget.signal?.throwIfAborted();
        const isTimeout = ending.signal.aborted;
        const codes = systemErrors(cause).join(', ');
        const message = isTimeout
            ? `${outgoing.id} had no answer in ${seconds.toFixed(1)} seconds.`
            : `${outgoing.id} had no answer that can be read${codes && `: ${codes}`}.`;
        return new ConnectionError({ message, isTimeout, cause }, sent());
    }
    finally {
        clearTimeout(timer);
        budget.signal?.removeEventListener('abort', end);
    }
}
const CAUSES_DEPTH_MAX = 5;
/**
 * The codes of the innermost errors with their addresses, as in `ECONNREFUSED 127.0.0.1:3000`: one for each address
 * that a name has. Their messages are left out, since those can quote the request or the answer.
 */
function systemErrors(error, depth = CAUSES_DEPTH_MAX) {
    if (typeof error !== 'object' || error === null || depth === 0)
        return [];
    const { code, address, hostname, port, errors, cause } = error;
    const inner = [cause, ...(Array.isArray(errors) ? errors : [])];
    const found = inner.flatMap((one) => systemErrors(one, depth - 1));
    if (found.length > 0 || typeof code !== 'string')
        return found;
    const host = String(address ?? hostname ?? '');
    const where = host.includes(':') ? `[${host}]` : host;
    return [`${code} ${port === undefined ? where : `${where}:${port}`}`.trim()];
}
/** An address is made of these: what is empty, or dots alone, would lead to another operation. */
function checkPath(path, given) {
    for (const [, name = ''] of path.matchAll(/\{(\w+)\}/g)) {
        const value = given[name];
        if (typeof value !== 'string' || /^\.{0,2}$/.test(value)) {
            throw new ConfigurationError(`path.${name} must be a text that is not empty.`);
        }
    }
}
/** Browsers say themselves who they are, and ask the other side before they send another name. */
function agentHeaders(appName) {
    if ('document' in globalThis)
        return {};
    const sdk = `pharmacy-platform-sdk/${VERSION}`;
    return { 'User-Agent': appName === undefined ? sdk : `${appName} ${sdk}` };
}
