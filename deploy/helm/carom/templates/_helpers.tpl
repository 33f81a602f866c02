{{- define "carom.labels" -}}
{{ include "carom.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end }}

{{- define "carom.selector" -}}
app.kubernetes.io/name: carom
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/component: server
{{- end }}

{{- define "carom.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end }}

{{/* Of every pod: the "restricted" standard of kubernetes. */}}
{{- define "carom.podSecurity" -}}
runAsNonRoot: true
runAsUser: 10001
runAsGroup: 10001
fsGroup: 10001
seccompProfile: {type: RuntimeDefault}
{{- end }}

{{- define "carom.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: {drop: [ALL]}
{{- end }}

{{/* The Secrets that the server reads, by the folder of each. It sees a renewed one by itself. */}}
{{- define "carom.secrets" -}}
{{- $secrets := dict "tls" .Values.tls.secret "client-ca" .Values.tls.clientCaSecret "tokens" .Values.tokens.secret }}
{{- range $folder, $secret := $secrets }}{{ if not $secret }}{{ $secrets = omit $secrets $folder }}{{ end }}{{ end }}
{{- toJson $secrets }}
{{- end }}

{{- define "carom.secretMounts" -}}
{{- range $folder, $_ := include "carom.secrets" . | fromJson }}
- {name: {{ $folder }}, mountPath: /etc/carom/{{ $folder }}, readOnly: true}
{{- end }}
{{- end }}

{{- /* Readable by the group of the pod, fsGroup. */}}
{{- define "carom.secretVolumes" -}}
{{- range $folder, $secret := include "carom.secrets" . | fromJson }}
- {name: {{ $folder }}, secret: {secretName: {{ $secret }}, defaultMode: 0440}}
{{- end }}
{{- end }}

{{/* What the schema cannot see: values that contradict each other. */}}
{{- define "carom.checks" -}}
{{- $end := add .Values.shutdown.lameDuckMs .Values.shutdown.graceMs }}
{{- if ge ($end | int64) (mul 1000 .Values.shutdown.terminationGracePeriodSeconds | int64) }}
{{- fail (printf "shutdown.terminationGracePeriodSeconds: %d s must be above lameDuckMs + graceMs, %d ms" (int64 .Values.shutdown.terminationGracePeriodSeconds) (int64 $end)) }}
{{- end }}
{{- with .Values.autoscaling }}
{{- if and .enabled (gt (int64 .minReplicas) (int64 .maxReplicas)) }}
{{- fail (printf "autoscaling.maxReplicas: %d must be at least minReplicas, %d" (int64 .maxReplicas) (int64 .minReplicas)) }}
{{- end }}
{{- end }}
{{- if and .Values.farm.enabled (not .Values.farm.server) (or .Values.farm.caSecret .Values.farm.tokenSecret) }}
{{- fail "farm.caSecret, farm.tokenSecret: need farm.server, whose they are" }}
{{- end }}
{{- end }}
