import type { StatusWords, TransferRecord } from './record';

/** `partly`: it has finished, and some of its rows have failed. */
type WordMeaning = 'finished' | 'partly' | 'failed' | 'running';

/**
 * Further words by meaning, one language after the other; what a user lists wins over them. The English
 * ones are the states of well-known APIs of jobs: Salesforce Bulk API 2.0, HubSpot imports, Shopify bulk operations,
 * Stripe report runs, Zendesk job statuses, Mailchimp batches, Marketo bulk imports, AWS Batch and Glue, Google BigQuery
 * jobs, Azure asynchronous operations, Databricks runs, GitHub checks, Airflow, Celery, BullMQ. The others are their
 * translations (assumed). A word with two meanings among them is on no list: `ready`, `skipped`, `incomplete`.
 */
export const FURTHER_WORDS: readonly string[] = [
	// English
	'finished: ok, passed, ended, fulfilled, finalized, all done, job complete, import complete, import completed, export complete, export completed, completed successfully, successfully completed, finished successfully, imported, exported, processed, loaded, transferred, synced, synchronized, completed with warnings, finished with warnings, succeeded with warnings, success with warnings, succeeded with issues',
	'partly: partial, partially, partial success, partial failure, partially complete, partially completed, partially succeeded, partially successful, partially finished, partially imported, partially processed, partially failed, complete with errors, completed with errors, completed with failures, completed with exceptions, completed with failed rows, finished with errors, done with errors, ended with errors, succeeded with errors, success with errors, successful with errors, processed with errors, imported with errors',
	'failed: fail, errored, errors, exception, unsuccessful, invalid, timed out, time out, expired, stopped, abort, terminated, killed, crashed, interrupted, revoked, reverted, rolled back, declined, denied, dead, internal error, startup failure, upstream failed, job failed, import failed, export failed, validation failed, processing failed, failed with errors, cancelled by user, canceled by user',
	'running: running, in progress, progress, in process, processing, working, active, busy, executing, ongoing, under way, pending, queued, in queue, enqueued, waiting, waiting children, prioritized, not started, started, starting, created, new, open, draft, submitted, accepted, received, requested, assigned, scheduled, rescheduled, delayed, deferred, runnable, initializing, initialized, preparing, preprocessing, validating, verifying, checking, analyzing, parsing, reading, writing, mapping, importing, exporting, loading, uploading, upload complete, downloading, transferring, syncing, synchronizing, committing, finalizing, finishing, completing, paused, pausing, suspended, on hold, blocked, throttled, stopping, cancelling, canceling, aborting, terminating, retry, retrying, up for retry, up for reschedule, restarting, resuming, resumed, requires action, action required',
	// German
	'finished: abgeschlossen, fertig, fertiggestellt, beendet, erledigt, erfolgreich, erfolg, erfolgreich abgeschlossen, erfolgreich beendet, importiert, exportiert, verarbeitet, übertragen; partly: teilweise, teilweise abgeschlossen, teilweise erfolgreich, teilweise importiert, teilweise fehlgeschlagen, abgeschlossen mit fehlern, mit fehlern abgeschlossen, beendet mit fehlern, mit fehlern beendet, fertig mit fehlern; failed: fehlgeschlagen, gescheitert, fehler, fehlerhaft, abgebrochen, abbruch, storniert, abgelehnt, gestoppt, abgelaufen, zeitüberschreitung; running: läuft, laeuft, laufend, in bearbeitung, in arbeit, in ausführung, in verarbeitung, wird verarbeitet, verarbeitung, wird importiert, wartet, wartend, in warteschlange, in der warteschlange, eingereiht, ausstehend, geplant, gestartet, begonnen, pausiert, angehalten, offen, neu, aktiv, nicht gestartet',
	// Spanish
	'finished: terminado, terminada, completado, completada, completo, finalizado, finalizada, hecho, éxito, exitoso, exitosa, importado, exportado, procesado, realizado; partly: parcial, parcialmente completado, completado con errores, terminado con errores, finalizado con errores; failed: fallido, fallida, falló, fallo, fracasado, cancelado, cancelada, abortado, rechazado, interrumpido, caducado, expirado; running: en curso, en proceso, en progreso, en ejecución, ejecutando, procesando, importando, pendiente, en espera, en cola, iniciado, iniciada, programado, pausado, en pausa, suspendido, nuevo, activo',
	// French
	'finished: terminé, terminée, achevé, achevée, fini, finie, réussi, réussie, succès, complété, complétée, effectué, importé, exporté, traité, terminé avec succès; partly: partiel, partielle, partiellement terminé, partiellement réussi, terminé avec erreurs, terminé avec des erreurs; failed: échoué, échouée, échec, erreur, en erreur, en échec, annulé, annulée, interrompu, interrompue, rejeté, rejetée, abandonné, expiré, expirée; running: en cours, en cours de traitement, en traitement, en attente, en file d’attente, en exécution, démarré, démarrée, commencé, planifié, programmé, en pause, suspendu, nouveau, créé, actif',
	// Italian
	'finished: completato, completata, terminato, terminata, finito, concluso, conclusa, riuscito, riuscita, successo, eseguito, importato, esportato, elaborato, fatto; partly: parziale, parzialmente completato, completato con errori, terminato con errori; failed: fallito, fallita, non riuscito, non riuscita, errore, annullato, annullata, interrotto, interrotta, rifiutato, scaduto; running: in corso, in esecuzione, in elaborazione, elaborazione, in attesa, in coda, avviato, avviata, iniziato, pianificato, programmato, in pausa, sospeso, nuovo, attivo',
	// Japanese
	'finished: 完了, 完了しました, 完了済み, 終了, 正常終了, 成功, 済, 済み, 処理完了, 処理済み, 取込完了, 登録完了, インポート完了, エクスポート完了; partly: 一部完了, 一部成功, 一部失敗, 一部エラー, 部分完了, 部分成功, 完了（エラーあり）, エラーあり完了, 完了（一部エラー）; failed: 失敗, 失敗しました, エラー, エラー終了, 異常終了, 中止, 中断, キャンセル, キャンセル済み, 取消, 取り消し, 却下, タイムアウト, 期限切れ; running: 実行中, 処理中, 進行中, 作業中, 取込中, 登録中, インポート中, エクスポート中, 待機, 待機中, 実行待ち, 処理待ち, 順番待ち, キュー待ち, 保留, 保留中, 受付, 受付中, 受付済み, 開始, 準備中, 確認中, 予約済み, 未着手, 未開始, 未処理, 一時停止, 一時停止中, 再試行中',
	// Korean
	'finished: 완료, 완료됨, 완료되었습니다, 성공, 종료, 종료됨, 처리 완료, 처리됨, 가져오기 완료; partly: 부분 완료, 부분 성공, 일부 완료, 일부 성공, 일부 실패, 오류와 함께 완료됨; failed: 실패, 실패함, 오류, 에러, 취소, 취소됨, 중단, 중단됨, 거부됨, 만료, 만료됨, 시간 초과; running: 진행 중, 처리 중, 실행 중, 가져오는 중, 대기, 대기 중, 준비 중, 시작됨, 예약됨, 일시 중지, 일시 중지됨, 보류, 보류 중',
	// Dutch
	'finished: voltooid, afgerond, klaar, gereed, geslaagd, gelukt, beëindigd, succesvol, geïmporteerd, geëxporteerd, verwerkt; partly: gedeeltelijk, gedeeltelijk voltooid, voltooid met fouten, afgerond met fouten; failed: mislukt, fout, geannuleerd, afgebroken, afgewezen, geweigerd, verlopen, gestopt; running: bezig, lopend, actief, in uitvoering, in behandeling, in verwerking, wordt verwerkt, wachtend, wacht, in wachtrij, in de wachtrij, gestart, gepland, gepauzeerd, nieuw',
	// Polish
	'finished: zakończono, zakończony, zakończona, zakończone, ukończono, ukończony, ukończone, gotowe, wykonano, sukces, zaimportowano, przetworzono; partly: częściowo, częściowe, częściowo zakończono, zakończono z błędami, zakończone z błędami; failed: błąd, niepowodzenie, nieudany, nieudane, anulowano, anulowany, anulowane, przerwano, przerwany, odrzucono, odrzucony, wygasło; running: w toku, w trakcie, w trakcie przetwarzania, przetwarzanie, importowanie, oczekuje, oczekujące, oczekiwanie, w kolejce, rozpoczęto, uruchomiono, zaplanowano, wstrzymano, nowy, nowe',
	// Portuguese
	'finished: concluído, concluída, finalizado, finalizada, terminado, completo, completado, sucesso, feito, importado, exportado, processado; partly: parcial, parcialmente concluído, concluído com erros, finalizado com erros; failed: falhou, falha, falhado, erro, cancelado, cancelada, abortado, rejeitado, interrompido, expirado; running: em andamento, em curso, em progresso, em execução, em processamento, processando, importando, pendente, aguardando, em espera, em fila, na fila, iniciado, iniciada, agendado, pausado, em pausa, suspenso, novo, ativo',
	// Chinese
	'finished: 完成, 已完成, 成功, 已成功, 结束, 已结束, 結束, 已結束, 处理完成, 處理完成, 导入完成, 導入完成, 导入成功, 導入成功; partly: 部分成功, 部分完成, 部分失败, 部分失敗, 已完成但有错误; failed: 失败, 失敗, 已失败, 已失敗, 错误, 錯誤, 取消, 已取消, 中止, 已中止, 终止, 已终止, 終止, 已終止, 超时, 超時, 已过期, 已過期, 拒绝, 已拒绝; running: 进行中, 進行中, 处理中, 處理中, 运行中, 運行中, 执行中, 執行中, 正在处理, 正在處理, 正在运行, 导入中, 導入中, 导出中, 等待, 等待中, 排队中, 排隊中, 待处理, 待處理, 未开始, 未開始, 已开始, 已開始, 暂停, 暫停, 已暂停, 已暫停',
];

/** Texts of `error_message` that name no error (assumed). */
const NO_MESSAGE =
	'none, null, nil, undefined, n/a, no, no error, no errors, no problems, without errors, ok, success, 0, false, nothing, keine, keine fehler, aucune erreur, aucun, ninguno, sin errores, nessuno, nessun errore, nenhum, sem erros, geen, geen fouten, brak, brak błędów, なし, エラーなし, 无, 無, 没有错误, 없음, 오류 없음';

/**
 * A word as it is compared: without case, accents, and all that is neither letter nor digit, so that
 * `CompletedWithErrors`, `completed_with_errors` and `Completed with errors` are one. Empty where there is no word.
 */
export function plainWord(word: unknown): string {
	if (typeof word !== 'string' && typeof word !== 'number') return '';
	const letters = String(word).slice(0, MAX_CHARACTERS).normalize('NFKD').toLowerCase();
	return letters.replace(/[^\p{L}\p{M}\p{N}]|[\u0300-\u036f]/gu, '');
}

/** Far more than a word has. */
const MAX_CHARACTERS = 200;

const plainWords = (list: string): string[] => list.split(',').map(plainWord);

const FURTHER: ReadonlyMap<string, WordMeaning> = new Map(
	FURTHER_WORDS.flatMap((lists) => lists.split('; ')).flatMap((list) => {
		const [meaning, words] = list.split(': ');
		return plainWords(words).map((word) => [word, meaning as WordMeaning]);
	}),
);

const NO_MESSAGES: ReadonlySet<string> = new Set(['', ...plainWords(NO_MESSAGE)]);

/** What a status says by the words that a user lists, then by the further ones; undefined for a word on no list. */
export function meaningOf(status: unknown, words: StatusWords): WordMeaning | undefined {
	const word = plainWord(status);
	if (word === '') return undefined;
	const isListed = (list: readonly string[]) => list.some((each) => plainWord(each) === word);
	if (isListed(words.failed)) return 'failed';
	if (isListed(words.finished)) return FURTHER.get(word) === 'partly' ? 'partly' : 'finished';
	return FURTHER.get(word);
}

/** The error message of a record; empty where it names no error. */
export function messageOf({ error_message: message }: TransferRecord): string {
	return typeof message === 'string' && !NO_MESSAGES.has(plainWord(message)) ? message.trim() : '';
}
