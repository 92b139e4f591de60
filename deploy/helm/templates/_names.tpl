{{/* Wiring of all units by name, from files/units.yaml. */}}
{{- define "plotline.units" -}}
{{- .Files.Get "files/units.yaml" -}}
{{- end }}

{{/* Labels of every object. */}}
{{- define "plotline.labels" -}}
app.kubernetes.io/part-of: plotline
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{/*
Image of a unit: the first that is set of its digest, its tag, the digest and the tag of all units, and the version of
the chart. Takes a dict of `root` and `name`.
*/}}
{{- define "plotline.image" -}}
{{- $all := .root.Values.image }}
{{- $own := (index .root.Values.units .name).image | default dict }}
{{- if $own.digest }}{{ $all.repository }}@{{ $own.digest }}
{{- else if $own.tag }}{{ $all.repository }}:{{ $own.tag }}
{{- else if $all.digest }}{{ $all.repository }}@{{ $all.digest }}
{{- else }}{{ $all.repository }}:{{ $all.tag | default .root.Chart.AppVersion }}
{{- end }}
{{- end }}

{{/* Labels that let a unit's pods reach its stores. Takes a dict of `name` and, for a job, `isJob`. */}}
{{- define "plotline.storeLabels" -}}
{{- if ne .name "gateway" }}
plotline/mongodb-client: "true"
{{- end }}
{{- if not .isJob }}
plotline/rabbitmq-client: "true"
{{- end }}
{{- if eq .name "gateway" }}
plotline/redis-client: "true"
{{- end }}
{{- end }}

{{/* Public addresses, as peers of a network policy. */}}
{{- define "plotline.publicAddresses" -}}
- ipBlock:
    cidr: 0.0.0.0/0
    except: [0.0.0.0/8, 10.0.0.0/8, 100.64.0.0/10, 127.0.0.0/8, 169.254.0.0/16, 172.16.0.0/12, 192.168.0.0/16]
- ipBlock:
    cidr: ::/0
    except: ["::1/128", "64:ff9b::/96", "fc00::/7", "fe80::/10"]
{{- end }}

{{/* Annotations that make an object a hook before an installation or an upgrade. Takes the weight. */}}
{{- define "plotline.hook" -}}
helm.sh/hook: pre-install,pre-upgrade
helm.sh/hook-weight: {{ . | quote }}
helm.sh/hook-delete-policy: before-hook-creation
{{- end }}

{{/* Names of the units that call a service over gRPC, separated by spaces. Takes a dict of `units` and `name`. */}}
{{- define "plotline.callers" -}}
{{- $called := .name }}
{{- $callers := list }}
{{- range $name, $unit := .units }}
{{- if has $called $unit.calls }}{{ $callers = append $callers $name }}{{ end }}
{{- end }}
{{- join " " $callers }}
{{- end }}
